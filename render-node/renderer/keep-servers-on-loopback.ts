import { Server } from 'node:net'

/**
 * From now on every server of this process listens on 127.0.0.1 only. Remotion's asset server has no
 * sign-in, listens on every interface, and has no setting for it.
 */
export function keepServersOnLoopback(): void {
  const anywhere = Object.getOwnPropertyDescriptor(Server.prototype, 'listen')?.value
  Server.prototype.listen = function listen(this: Server, ...args: unknown[]) {
    const [where, ...rest] = args
    const isObject = typeof where === 'object' && where !== null
    const here = isObject ? { ...where, host: '127.0.0.1' } : where
    return Reflect.apply(anywhere, this, [here, ...rest])
  }
}
