import type { Language } from '../../shared/language.ts'
import type { Script } from '../../shared/script.ts'
import type { PageText } from '../page-reader/page-text.ts'
import type { ModelFailure } from './model-failure.ts'
import { type ModelOptions, type TokenUsage, writeModelScript } from './write-model-script.ts'
import { writeOfflineScript } from './write-offline-script.ts'

export type ScriptWriter = { kind: 'offline' } | ({ kind: 'model' } & ModelOptions)

export type Writing =
  | {
      ok: true
      script: Script
      /** What the script is written in: offline, the page's own language whatever was asked for. */
      language: Language
      by: 'offline' | 'model'
      usage: TokenUsage | null
    }
  | (ModelFailure & { usage: TokenUsage })

/** Writes the script of a page with the chosen writer. Throws only when the signal aborts. */
export async function writeScript(task: {
  page: PageText
  language: Language
  writer: ScriptWriter
  signal: AbortSignal
  /** Waits until a paid call may be made. */
  beforeCall?: () => Promise<void>
}): Promise<Writing> {
  const { page, language, writer, signal, beforeCall } = task
  signal.throwIfAborted()
  if (writer.kind === 'offline') {
    return { ok: true, ...writeOfflineScript(page), by: 'offline', usage: null }
  }
  const { kind: _, ...options } = writer
  const writing = await writeModelScript(page, { ...options, language, signal, beforeCall })
  return writing.ok ? { ...writing, language, by: 'model' } : writing
}
