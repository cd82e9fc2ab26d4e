import type { SceneDraft } from './finish-scenes.ts'
import { isAlike } from './is-alike.ts'
import type { PageLine } from './page-lines.ts'

/** A scene before it has a picture and a duration. */
export type Telling = Omit<SceneDraft, 'picturePrompt'>

/** The most telling lines, none of which says what `told` or another one says. */
export function bestPoints(
  lines: readonly PageLine[],
  { told, countMax }: { told: readonly Telling[]; countMax: number },
): PageLine[] {
  const chosen: PageLine[] = []
  for (const line of lines.toSorted((one, other) => other.worth - one.worth)) {
    if (chosen.length >= countMax) break
    if (isFresh(line, [...told, ...chosen.map(asTold)])) chosen.push(line)
  }
  return chosen
}

/** True when a scene already says a text. */
export function isTaken(text: string, told: readonly TextPair[]): boolean {
  return told.some(({ caption, narration }) => isAlike(text, caption) || isAlike(text, narration))
}

type TextPair = Pick<Telling, 'caption' | 'narration'>

function asTold({ caption, support }: PageLine): TextPair {
  return { caption, narration: support }
}

// A heading whose text was told elsewhere has nothing left to say.
function isFresh(line: PageLine, told: readonly TextPair[]): boolean {
  return !isTaken(line.caption, told) && !isTaken(line.support, told)
}
