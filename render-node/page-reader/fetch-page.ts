import { parsePageAddress, refuseAddress } from '../../shared/page-address.ts'
import { type FetchFailure, fetchFailure, fetchFailureOf, refusedFetch } from './fetch-failure.ts'
import { AddressNotAllowedError } from './guarded-connector.ts'
import { type FetchedPage, type FetchPageOptions, requestPage } from './request-page.ts'

const deadlineMsDefault = 15_000
const redirectsMax = 5

/**
 * Fetches a public web page: at most 2 MiB within 15 s, only from addresses that are public at the
 * moment of connecting, redirects included. Throws only when the signal aborts.
 */
export async function fetchPage(
  url: string,
  options: FetchPageOptions,
): Promise<FetchedPage | FetchFailure> {
  options.signal.throwIfAborted()
  const deadline = AbortSignal.timeout(options.deadlineMs ?? deadlineMsDefault)
  const signal = AbortSignal.any([options.signal, deadline])
  try {
    return await followRedirects(url, { ...options, signal })
  } catch (error) {
    options.signal.throwIfAborted()
    if (deadline.aborted) return fetchFailure('fetch_timeout')
    if (!(error instanceof AddressNotAllowedError)) return fetchFailureOf(error)
    return refusedFetch(refuseAddress('url_address_not_allowed'))
  }
}

async function followRedirects(
  start: string,
  options: FetchPageOptions,
): Promise<FetchedPage | FetchFailure> {
  let next = start
  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    const address = parsePageAddress(next, options)
    if (!address.ok) return refusedFetch(address)
    const answer = await requestPage(address.url, options)
    if (!('redirectTo' in answer)) return answer
    next = answer.redirectTo
  }
  return fetchFailure('fetch_redirect_limit')
}
