import { createMiddleware } from 'hono/factory'
import { refuse } from '../problem-response.ts'
import type { Refusal } from '../refusal.ts'
import type { AppEnv } from '../server-context.ts'

/** Lets only operators through; the account must be known already. */
export function operatorsOnly() {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (c.get('isOperator')) await next()
    else c.res = refuse(c, operatorOnly)
  })
}

const operatorOnly: Refusal = {
  status: 403,
  code: 'operator_only',
  detail: 'Only an operator of this installation may do this.',
}
