import type { Hono } from 'hono'
import type { Sql } from '../../shared/postgres/connect.ts'
import { addRoute } from '../add-route.ts'
import { CostlyFigure } from '../metrics/costly-figure.ts'
import { metricsText } from '../metrics/metrics-text.ts'
import { readMetrics } from '../metrics/read-metrics.ts'
import { guardApi } from '../requests/guard-api.ts'
import { operatorsOnly } from '../requests/operators-only.ts'
import type { AppEnv, ServerContext } from '../server-context.ts'

/** What a Prometheus server scrapes, with an operator's API key as its bearer token. */
export function addMetricsRoute(app: Hono<AppEnv>, context: ServerContext): void {
  const { sql } = context
  const invariantRows = new CostlyFigure(() => countInvariantRows(sql))
  app.use('/metrics', guardApi(context), operatorsOnly())
  addRoute(app, '/metrics', {
    GET: async (c) => {
      const metrics = await readMetrics(sql)
      const broken = {
        name: 'makara_invariant_rows',
        help: 'Broken rules of money, leases and output; 0 when healthy.',
        samples: [{ labels: {}, value: await invariantRows.get() }],
      }
      const text = metricsText([...metrics, broken])
      return c.body(text, 200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' })
    },
  })
}

async function countInvariantRows(sql: Sql): Promise<number> {
  const [found] = await sql<{ count: number }[]>`select count(*) from invariants`
  return found?.count ?? 0
}
