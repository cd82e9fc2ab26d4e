import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { buildConnector } from 'undici'
import { isPublicAddress } from '../../shared/public-address.ts'

export type LookupAddresses = (hostname: string) => Promise<readonly { address: string }[]>

export type GuardedConnectorOptions = {
  /** True for a host that the operator allows by name: its addresses are not checked. */
  isAllowedHost: boolean
  lookup?: LookupAddresses | undefined
  /** Opens the socket to an address that passed the check. */
  connect?: buildConnector.connector | undefined
}

export class AddressNotAllowedError extends Error {
  constructor(hostname: string) {
    super(`Cannot connect to ${hostname}: one of its addresses is not public`)
  }
}

const addressTryMs = 4000
const addressTriesMax = 4

/**
 * An undici connector that asks the name server once, refuses the host when any answer is not public,
 * and then connects to one of the very addresses it checked, so that a second answer cannot differ.
 */
export function guardedConnector(options: GuardedConnectorOptions): buildConnector.connector {
  const connect = options.connect ?? buildConnector({ timeout: addressTryMs })
  return (request, callback) => void connectChecked(request, { callback, options, connect })
}

async function connectChecked(
  request: buildConnector.Options,
  use: {
    callback: buildConnector.Callback
    options: GuardedConnectorOptions
    connect: buildConnector.connector
  },
): Promise<void> {
  const { callback, options, connect } = use
  const outcome = await checkedAddresses(request.hostname, options)
    .then((addresses) => connectToFirst(addresses, { request, connect }))
    .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
  if (outcome instanceof Error) callback(outcome, null)
  else callback(null, outcome)
}

async function checkedAddresses(
  hostname: string,
  options: GuardedConnectorOptions,
): Promise<string[]> {
  const find = options.lookup ?? lookupAll
  const answers = isIP(hostname) === 0 ? await find(hostname) : [{ address: hostname }]
  const addresses = answers.map((answer) => answer.address)
  const own = ownAddresses()
  const isOpen = (address: string) => isPublicAddress(address) && !own.has(address)
  if (!options.isAllowedHost && !addresses.every(isOpen)) throw new AddressNotAllowedError(hostname)
  return addresses.slice(0, addressTriesMax)
}

function lookupAll(hostname: string): Promise<readonly { address: string }[]> {
  return lookup(hostname, { all: true })
}

// A machine may have a public address of its own, on which services listen that trust the machine.
function ownAddresses(): Set<string> {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return new Set(all.filter(({ internal }) => !internal).map(({ address }) => address))
}

type Socket = Extract<Parameters<buildConnector.Callback>, [null, unknown]>[1]

async function connectToFirst(
  addresses: readonly string[],
  via: { request: buildConnector.Options; connect: buildConnector.connector },
): Promise<Socket> {
  let failure: unknown = new Error(`Cannot connect to ${via.request.hostname}: it has no address`)
  for (const address of addresses) {
    try {
      return await connectTo(address, via)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

// The connector takes the TLS server name from `host`, which still holds the name.
function connectTo(
  address: string,
  { request, connect }: { request: buildConnector.Options; connect: buildConnector.connector },
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    connect({ ...request, hostname: address }, (...[error, socket]) =>
      error === null ? resolve(socket) : reject(error),
    )
  })
}
