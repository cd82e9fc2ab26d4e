/** The media type of a request's body in lower case, and its charset if it names one. */
export function mediaTypeOf(request: Request): { type: string; charset: string | undefined } {
  const header = request.headers.get('content-type')?.toLowerCase() ?? ''
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim())
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '')
  return { type, charset: charset === 'utf8' ? 'utf-8' : charset }
}
