import { Hono } from 'hono'
import { refusalOfError, refuse } from './problem-response.ts'
import { notFound } from './refusal.ts'
import { guardApi } from './requests/guard-api.ts'
import { observeRequest } from './requests/observe-request.ts'
import { refuseWhileSilent } from './requests/refuse-while-silent.ts'
import { addAdminRoutes } from './routes/admin-routes.ts'
import { addDraftListRoutes } from './routes/draft-list-routes.ts'
import { addDraftRoutes } from './routes/draft-routes.ts'
import { addEventRoutes } from './routes/event-routes.ts'
import { addHealthRoute } from './routes/health-route.ts'
import { addMediaRoutes } from './routes/media-routes.ts'
import { addMetricsRoute } from './routes/metrics-route.ts'
import { addPageRoutes } from './routes/page-routes.ts'
import { addRenderRoutes } from './routes/render-routes.ts'
import { addSessionRoutes } from './routes/session-routes.ts'
import { addSignInLinkRoute } from './routes/sign-in-link-route.ts'
import { addSignInRoute } from './routes/sign-in-route.ts'
import { addStartRenderRoute } from './routes/start-render-route.ts'
import type { AppEnv, ServerContext } from './server-context.ts'

/** The API and the page, as a function of Web standard requests. */
export function createApp(context: ServerContext): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.use(observeRequest(context))
  app.use(refuseWhileSilent(context))
  app.onError((error, c) => {
    const refusal = refusalOfError(error)
    context.log('request.failed', {
      requestId: c.get('requestId'),
      code: refusal.code,
      error: error.stack ?? String(error),
    })
    return refuse(c, refusal)
  })
  app.notFound((c) => refuse(c, notFound))
  addHealthRoute(app, context)
  addSignInRoute(app, context)
  addMetricsRoute(app, context)
  app.use('/v1/*', guardApi(context))
  addSessionRoutes(app, context)
  addSignInLinkRoute(app, context)
  addDraftListRoutes(app, context)
  addDraftRoutes(app, context)
  addStartRenderRoute(app, context)
  addRenderRoutes(app, context)
  addEventRoutes(app, context)
  addMediaRoutes(app, context)
  addAdminRoutes(app, context)
  app.all('/v1/*', (c) => refuse(c, notFound))
  addPageRoutes(app, context)
  return app
}
