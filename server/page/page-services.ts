import { createContext, use } from 'react'
import type { ApiClient } from './api-client.ts'
import type { Connection } from './connection.ts'
import type { Router } from './router.ts'
import type { SessionStore } from './session-store.ts'
import type { UnsavedCopies } from './unsaved-copies.ts'

export type PageServices = {
  api: ApiClient
  connection: Connection
  router: Router
  session: SessionStore
  unsavedCopies: UnsavedCopies
}

export const PageServicesContext = createContext<PageServices | null>(null)

export function usePageServices(): PageServices {
  const services = use(PageServicesContext)
  if (services === null) throw new Error('Cannot use page services outside PageServicesContext')
  return services
}
