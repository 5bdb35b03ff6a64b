import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import { partsOf } from '../../platform/db/parts-of.ts'
import type { Verdict } from '../../platform/loops/breaker.ts'
import { createDueLoop, type DueLoop } from '../../platform/loops/due-loop.ts'
import { destinationsOf, hostOf } from './forwarding-destination.ts'
import { failureOf } from './forwarding-failure.ts'
import type { ForwardingRow } from './forwarding-queries.ts'
import {
  type DueForwarding,
  deleteRun,
  endAllWaiting,
  endWaiting,
  type ForwardingRunRow,
  holdForwardings,
  selectDueForwardings,
  selectNextDueForwarding,
  selectStillDueForwarding,
  selectWaitingIds,
} from './forwarding-run-queries.ts'
import { planRun } from './plan-run.ts'
import { readContent } from './read-content.ts'
import { type SendDeps, type SendOutcome, sendForwarding } from './send-forwarding.ts'
import { settleFailure, settleNothing, settleSent, timesOf } from './settle-run.ts'

const PARALLEL = 8
const MOST = 32
const PATIENCE_MS = 1000
const STOP_WITHIN_MS = 2000
const AFTER_TROUBLE_MS = 5000
const LISTEN_FOR_MS = 1000
const CONTROLLERS_AT_ONCE = 500

export type ForwardingLoopDeps = SendDeps & Pick<Deps, 'database' | 'clock' | 'ids' | 'events' | 'breakers'>

type Tried = { forwarding: ForwardingRow } & (
  | { run: ForwardingRunRow; result: SendOutcome }
  | { reached: number; heard: number }
  | { failed: unknown }
)
/** Undefined: no longer due. */
type Outcome = Tried | undefined

/**
 * Forwards new readings, each combination at most hourly. Every message is recorded before it is sent and removed once it got through: a crash
 * repeats at most the messages that were under way.
 */
export function createForwardingLoop(deps: ForwardingLoopDeps): DueLoop {
  const { database, clock, events, logger } = deps
  /** How often readings have come in from each transmitter since the start. */
  const heard = new Map<number, number>()
  let news = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  let telling: Promise<void> | undefined
  let isStopped = false

  const loop = createDueLoop<DueForwarding, Outcome>(deps, {
    name: 'forwarding',
    parallel: PARALLEL,
    stopWithinMs: STOP_WITHIN_MS,
    sharing: {
      most: MOST,
      patienceMs: PATIENCE_MS,
      holdersOf: (due) => ({ owner: due.account_id, host: hostOf(due) }),
      destinationsOf: (due) => destinationsOf(deps.breakers, due),
      isUrgent: () => true,
      verdictOf,
      hold: (rows, untilMs) => holdForwardings(database.db, rows, { untilMs, nowMs: clock.now() }),
    },
    selectDue: (nowMs, limit) => selectDueForwardings(database.db, nowMs, limit),
    selectNextDue: (afterMs) => selectNextDueForwarding(database.db, afterMs),
    async attempt({ id }, { signal }) {
      let forwarding: ForwardingRow | undefined
      try {
        forwarding = await selectStillDueForwarding(database.db, id, clock.now())
        return forwarding && (await attempt(forwarding, signal))
      } catch (error) {
        logger.error({ err: error, forwarding: id }, 'a message could not be built')
        if (forwarding) return { forwarding, failed: error }
        await pause(AFTER_TROUBLE_MS, undefined, { signal, ref: false }).catch(() => undefined)
        return undefined
      }
    },
    settle: async (_, tried) => {
      if (tried) await settle(tried)
    },
  })
  deps.breakers.forwarding.onChange(loop.wake)
  deps.breakers.email.onChange(loop.wake)

  async function attempt(forwarding: ForwardingRow, signal: AbortSignal): Promise<Outcome> {
    const heardBefore = heard.get(forwarding.controller_id) ?? 0
    const planned = await planRun(deps, forwarding)
    if ('reached' in planned) return { forwarding, reached: planned.reached, heard: heardBefore }
    const { run } = planned
    const source = { controllerId: forwarding.controller_id, channel: forwarding.channel }
    const content = await readContent(database.db, source, { scaleId: run.scale_id, times: timesOf(run) })
    // a day of it was damaged in the meantime: plan again with what can be read
    if (content.readings.length < timesOf(run).length) {
      await deleteRun(database.db, forwarding.id)
      return undefined
    }
    const result = await sendForwarding(deps, forwarding, content, { key: run.key, isTest: false, signal })
    if (result.outcome !== 'sent') logger.info({ forwarding: forwarding.id, ...result }, 'not forwarded')
    return { forwarding, run, result }
  }

  async function settle(tried: Tried): Promise<void> {
    const { forwarding } = tried
    if ('failed' in tried) return settleFailure(deps, forwarding, failureOf(tried.failed))
    if ('run' in tried) {
      const { run, result } = tried
      return result.outcome === 'sent' ? settleSent(deps, forwarding, run) : settleFailure(deps, forwarding, result)
    }
    // Something came in while it was checked: it stays due, and is checked again.
    if ((heard.get(forwarding.controller_id) ?? 0) !== tried.heard) return
    await settleNothing(deps, forwarding.id, tried.reached)
  }

  const unsubscribe = events.subscribe(({ type, controllerId }) => {
    if (type !== 'reading') return
    heard.set(controllerId, (heard.get(controllerId) ?? 0) + 1)
    news.add(controllerId)
    timer ??= setTimeout(wake, LISTEN_FOR_MS).unref()
  })

  function wake(): void {
    clearTimeout(timer)
    timer = undefined
    if (isStopped) return
    telling ??= tell().finally(() => {
      telling = undefined
      loop.wake()
    })
  }

  /** Makes forwardings due again that were waiting for new readings of these transmitters. */
  async function tell(): Promise<void> {
    const told = [...news]
    news = new Set()
    try {
      for (const part of partsOf(told, CONTROLLERS_AT_ONCE)) {
        await endWaiting(database.db, await selectWaitingIds(database.db, part))
      }
    } catch (error) {
      logger.error({ err: error }, 'new readings could not be queued for forwarding; will try again')
      news = new Set([...told, ...news])
      if (!isStopped) timer ??= setTimeout(wake, LISTEN_FOR_MS).unref()
    }
  }

  const begun = endAllWaiting(database.db)
    .catch((error: unknown) => logger.error({ err: error }, 'forwarding could not be started'))
    .then(() => undefined)

  return {
    wake,
    async idle() {
      await begun
      while (telling) await telling
      await loop.idle()
    },
    async stop() {
      isStopped = true
      unsubscribe()
      clearTimeout(timer)
      await begun
      await telling
      await loop.stop()
    },
  }
}

function verdictOf(tried: Outcome): Verdict {
  if (!tried || !('result' in tried)) return 'unknown'
  return tried.result.outcome === 'failed' && tried.result.isSilent ? 'silent' : 'answered'
}
