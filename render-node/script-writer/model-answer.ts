import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { type Script, sceneKinds, scriptSchema } from '../../shared/script.ts'
import type { PageText } from '../page-reader/page-text.ts'
import { drawableWords } from './drawable-words.ts'
import { finishScenes, type SceneDraft } from './finish-scenes.ts'
import { groundScenes } from './ground-scenes.ts'
import { stripAddresses } from './strip-addresses.ts'

// Shape only: providers in strict mode refuse lengths and patterns. The full schema judges afterwards.
const answerSchema = v.strictObject({
  title: v.string(),
  scenes: v.array(
    v.strictObject({
      kind: v.picklist(sceneKinds),
      caption: v.string(),
      narration: v.string(),
      picturePrompt: v.string(),
      source: v.nullable(v.string()),
    }),
  ),
})
type Answer = v.InferOutput<typeof answerSchema>

export type AnswerReading = { ok: true; script: Script } | { ok: false; issues: string[] }

const issuesMax = 12

/** The JSON schema of an answer, in the subset that strict structured outputs accept. */
export function answerJsonSchema(): Record<string, unknown> {
  const { $schema: _, ...schema } = toJsonSchema(answerSchema)
  return schema
}

/** Makes a script of a model's answer: cleaned, held against the page, and valid; or says what is wrong. */
export function readModelAnswer(content: string, page: PageText): AnswerReading {
  const answer = v.safeParse(answerSchema, parseJson(content))
  if (!answer.success) return { ok: false, issues: issuesOf(answer.issues) }
  const drafts = groundScenes(
    answer.output.scenes.map((scene) => cleanScene(scene, page.host)),
    page,
  )
  const script = v.safeParse(scriptSchema, {
    title: cleanLine(answer.output.title, page.host),
    scenes: finishScenes(drafts),
  })
  return script.success
    ? { ok: true, script: script.output }
    : { ok: false, issues: issuesOf(script.issues) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function cleanScene(scene: Answer['scenes'][number], host: string): SceneDraft {
  return {
    kind: scene.kind,
    caption: cleanLine(scene.caption, host),
    narration: cleanLine(scene.narration, host),
    picturePrompt: cleanLine(scene.picturePrompt, host),
    source: scene.source,
  }
}

function cleanLine(text: string, host: string): string {
  return stripAddresses(drawableWords(text), host)
}

function issuesOf(issues: readonly v.BaseIssue<unknown>[]): string[] {
  return issues.slice(0, issuesMax).map((issue) => {
    const path = v.getDotPath(issue)
    return path === null ? issue.message : `${path}: ${issue.message}`
  })
}
