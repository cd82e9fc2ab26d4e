import type { Draft } from '../../../shared/draft.ts'

type DraftPages = { drafts: Draft[]; nextCursor: string | null }

/**
 * Puts a fresh first page over the pages loaded so far. What was on the known first page and is gone
 * from the fresh one has been deleted, unless it was only pushed down by newer drafts.
 */
export function mergeNewestDrafts(known: DraftPages, newest: DraftPages): DraftPages {
  const oldest = newest.drafts.at(-1)
  if (oldest === undefined || newest.nextCursor === null) return newest
  const tail = known.drafts.slice(indexAfter(known.drafts, oldest.id))
  return tail.length === 0
    ? newest
    : { drafts: [...newest.drafts, ...tail], nextCursor: known.nextCursor }
}

function indexAfter(drafts: Draft[], draftId: string): number {
  const index = drafts.findIndex((draft) => draft.id === draftId)
  return index === -1 ? drafts.length : index + 1
}
