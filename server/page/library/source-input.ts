import { htmlBytesMax, sourceTextCharsMax, urlCharsMax } from '../../../shared/draft.ts'
import type { DraftSource } from '../api-client.ts'
import { formatBytes } from '../format-quantity.ts'
import { detectSource, siteOf, webAddressOf, type SourceKind } from './detect-source.ts'

/** What the source field holds. `picked` is a kind that the user chose over the detected one. */
export type SourceInput = { typed: string; file: File | null; picked: SourceKind | null }

export const emptySource: SourceInput = { typed: '', file: null, picked: null }

export function sourceKindOf(input: SourceInput): SourceKind {
  if (input.file !== null) return 'html'
  return input.picked ?? detectSource(input.typed)
}

type CheckedSource = { kind: 'right'; source: DraftSource } | { kind: 'wrong'; sentence: string }

/** The source to send, or one sentence about what is missing. */
export function draftSourceOf(input: SourceInput): CheckedSource {
  switch (sourceKindOf(input)) {
    case 'html':
      return checkFile(input.file)
    case 'url':
      return checkAddress(input.typed)
    case 'text':
      return checkText(input.typed.trim())
  }
}

/** What is wrong with the chosen file, known before anything is sent; null for a usable one. */
export function fileIssueOf(file: File | null): string | null {
  if (file === null) return null
  if (file.size === 0) return 'This file is empty. Choose another, or paste its text.'
  return file.size <= htmlBytesMax
    ? null
    : `This file has ${formatBytes(file.size)}; 2 MB is the most. Save the page as “HTML only”, or paste its text.`
}

/** A short word on what will happen with what was typed; empty before anything was. */
export function sourceHintOf(input: SourceInput): string {
  const kind = sourceKindOf(input)
  if (kind === 'html' || input.typed.trim() === '') return ''
  if (kind === 'text') return `${input.typed.trim().length.toLocaleString('en')} characters of text`
  const address = webAddressOf(input.typed)
  return address === null ? '' : `Makara will read ${siteOf(address)}`
}

function checkFile(file: File | null): CheckedSource {
  if (file === null) return wrong('Choose an HTML file first.')
  const issue = fileIssueOf(file)
  return issue === null ? right({ kind: 'html', html: file, name: file.name }) : wrong(issue)
}

function checkAddress(typed: string): CheckedSource {
  if (typed.trim() === '') return wrong('Paste a web address or some text first.')
  const url = webAddressOf(typed)
  if (url === null) {
    return wrong('This is not a web address. Write it like example.com, or choose Text.')
  }
  if (url.length > urlCharsMax) return wrong(`A web address has at most ${urlCharsMax} characters.`)
  return right({ kind: 'url', url })
}

function checkText(text: string): CheckedSource {
  if (text === '') return wrong('Paste some text first.')
  if (text.length > sourceTextCharsMax) {
    const max = sourceTextCharsMax.toLocaleString('en')
    return wrong(`The text has ${text.length.toLocaleString('en')} characters; at most ${max} fit.`)
  }
  return right({ kind: 'text', text })
}

function right(source: DraftSource): CheckedSource {
  return { kind: 'right', source }
}

function wrong(sentence: string): CheckedSource {
  return { kind: 'wrong', sentence }
}
