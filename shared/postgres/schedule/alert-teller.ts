import type { AlertSettings } from '../../process/alert-settings.ts'
import type { Log } from '../../process/log.ts'
import type { Sql } from '../connect.ts'
import { type AlertMessage, postAlert, type Posted } from './post-alert.ts'
import { recordQueueAlerts } from './record-alerts.ts'
import { noteTold, type UntoldAlert, untoldAlerts } from './untold-alerts.ts'

const postTimeoutMs = 10_000

type Options = { sql: Sql; alerts: AlertSettings; log: Log; timeoutMs?: number }

/**
 * Tells people what needs them: in the log, and at an address if there is one. What could not be
 * delivered is tried again at the next pass, so that everything is told at least once.
 */
export class AlertTeller {
  readonly #options: Options
  #undelivered = new Set<string>()

  constructor(options: Options) {
    this.#options = options
  }

  async pass(signal: AbortSignal): Promise<void> {
    const { sql, log } = this.#options
    if (!(await recordQueueAlerts(sql))) return
    const untold = await untoldAlerts(sql)
    const tellings = await Promise.all(
      untold.map(async (alert) => ({ alert, posted: await this.#tell(alert, signal) })),
    )
    const failed = tellings.flatMap(({ alert, posted }) =>
      posted.ok ? [] : [{ alert, reason: posted.reason }],
    )
    this.#undelivered = new Set(failed.map(({ alert }) => keyOf(alert)))
    for (const { alert, reason } of failed) {
      log('alert.undelivered', { event: alert.event, name: alert.name, reason })
    }
  }

  async #tell(alert: UntoldAlert, signal: AbortSignal): Promise<Posted> {
    const { sql, alerts, log } = this.#options
    const message = messageOf(alert, alerts.owner)
    if (!this.#undelivered.has(keyOf(alert))) {
      const { event, ...fields } = message
      log(event, fields)
    }
    const posted = await this.#post(message, signal)
    if (posted.ok) await noteTold(sql, alert)
    return posted
  }

  async #post(message: AlertMessage, signal: AbortSignal): Promise<Posted> {
    const { alerts, timeoutMs = postTimeoutMs } = this.#options
    return alerts.url === undefined
      ? { ok: true }
      : postAlert(alerts.url, message, { timeoutMs, signal })
  }
}

function messageOf({ event, name, sentence, raisedAt }: UntoldAlert, owner: string): AlertMessage {
  return {
    event,
    name,
    owner,
    sentence: event === 'alert.raised' ? sentence : `It is over: ${sentence}`,
    raisedAt: new Date(raisedAt).toISOString(),
  }
}

// One telling, however often it is tried; a reminder is another one.
function keyOf({ event, name, raisedAt, toldAt }: UntoldAlert): string {
  return [event, name, raisedAt, toldAt].join(' ')
}
