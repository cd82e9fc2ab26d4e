import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiClient } from './api-client.ts'
import { App } from './app.tsx'
import { Connection } from './connection.ts'
import { PageServicesContext } from './page-services.ts'
import { Router } from './router.ts'
import { SessionStore } from './session-store.ts'
import { UnsavedCopies } from './unsaved-copies.ts'

const container = document.getElementById('page')
if (container === null) throw new Error('Cannot start the page: index.html has no #page element')

const connection = new Connection()
const api = new ApiClient({ onReach: (isReached) => connection.report('requests', isReached) })
const services = {
  api,
  connection,
  router: new Router(),
  session: new SessionStore({ api, connection }),
  unsavedCopies: new UnsavedCopies(localStorage),
}

createRoot(container).render(
  <StrictMode>
    <PageServicesContext value={services}>
      <App />
    </PageServicesContext>
  </StrictMode>,
)
