import type { Draft } from '../../../shared/draft.ts'
import { draftStatusOf } from './draft-status.ts'

/** What the card of a draft without a video shows. */
export function posterKindOf(draft: Draft): 'writing' | 'failed' | 'drawn' {
  if (draft.state === 'writing') return 'writing'
  return draftStatusOf(draft).tone === 'bad' ? 'failed' : 'drawn'
}
