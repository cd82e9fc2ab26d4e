import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { type Format, formatSchema, formats } from '../../shared/format.ts'
import { type Language, languageSchema, languages } from '../../shared/language.ts'

export type VideoCommand = {
  /** A web address or a file name; undefined for the sample page. */
  source: string | undefined
  output: string
  format: Format
  language: Language | undefined
  json: boolean
}

export const videoUsage = `npm run video -- [<url or file.html>] [options]

Makes a video of a web page; without one, of a sample page.

  -o, --output FILE   where the video goes (out.mp4); the manifest goes beside it
  --format FORMAT     ${formats.map((format) => format.id).join(' or ')} (story)
  --lang CODE         ${languages.map((language) => language.code).join(', ')} (the page's own)
  --json              print the manifest as the last line
  -h, --help          print this`

/**
 * Reads the command line of `npm run video`; undefined when help was asked for.
 * @throws with one sentence when it does not fit.
 */
export function parseVideoCommand(args: string[]): VideoCommand | undefined {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      output: { type: 'string', short: 'o', default: 'out.mp4' },
      format: { type: 'string', default: 'story' },
      lang: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return undefined
  if (positionals.length > 1) throw new Error('Give one page: a web address or an HTML file.')
  if (!values.output.endsWith('.mp4')) throw new Error('The output must end with .mp4.')
  return {
    source: positionals[0],
    output: values.output,
    format: oneOf(formatSchema, values.format, '--format'),
    language: values.lang === undefined ? undefined : oneOf(languageSchema, values.lang, '--lang'),
    json: values.json,
  }
}

function oneOf<T>(schema: v.GenericSchema<unknown, T>, value: string, option: string): T {
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return parsed.output
  throw new Error(`${option} cannot be ${value}.\n\n${videoUsage}`)
}
