import { hashOf, parseRoute, type Route } from './route.ts'

/** Asked before another screen replaces one that holds unsaved work. */
export type LeaveGuard = { mustAsk: () => boolean; ask: () => Promise<boolean> }

/** The shown screen, kept in the hash so that the server serves one page for all of them. */
export class Router {
  #route: Route = { screen: 'library' }
  #guard: LeaveGuard | null = null
  readonly #listeners = new Set<() => void>()

  /** Follows the address bar until `signal` aborts. */
  start(signal: AbortSignal): void {
    this.#show(parseRoute(location.hash))
    window.addEventListener('hashchange', () => this.#follow(), { signal })
  }

  readonly route = (): Route => this.#route

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  go(route: Route): void {
    location.hash = hashOf(route)
  }

  setGuard(guard: LeaveGuard | null): void {
    this.#guard = guard
  }

  #follow(): void {
    const target = parseRoute(location.hash)
    if (hashOf(target) === hashOf(this.#route)) return
    if (this.#guard === null || !this.#guard.mustAsk()) return this.#show(target)
    history.pushState(null, '', hashOf(this.#route))
    void this.#leave(this.#guard, target)
  }

  async #leave(guard: LeaveGuard, target: Route): Promise<void> {
    if (!(await guard.ask())) return
    this.#guard = null
    this.go(target)
  }

  #show(route: Route): void {
    this.#route = route
    for (const listener of this.#listeners) listener()
  }
}
