import { partsOf } from '../db/parts-of.ts'
import type { Deps } from '../http/deps.ts'
import { createDueLoop, type DueLoop } from '../platform/due-loop.ts'
import { failureOf } from './forwarding-failure.ts'
import type { ForwardingRow } from './forwarding-queries.ts'
import {
  endAllWaiting,
  endWaiting,
  type ForwardingRunRow,
  selectDueForwardings,
  selectNextDueForwarding,
  selectWaitingIds,
} from './forwarding-run-queries.ts'
import { planRun } from './plan-run.ts'
import { readContent } from './read-content.ts'
import { type SendDeps, type SendOutcome, sendForwarding } from './send-forwarding.ts'
import { settleFailure, settleNothing, settleSent, timesOf } from './settle-run.ts'

const PARALLEL = 8
const LISTEN_FOR_MS = 1000
const CONTROLLERS_AT_ONCE = 500

export type ForwardingLoopDeps = SendDeps & Pick<Deps, 'database' | 'clock' | 'ids' | 'events'>

type Tried = { run: ForwardingRunRow; result: SendOutcome } | { reached: number; heard: number } | { failed: unknown }

/**
 * Forwards what came in, each combination at most hourly. What is to be sent is written down first, and struck off when it
 * is through: a crash repeats at most the messages that were under way.
 */
export function createForwardingLoop(deps: ForwardingLoopDeps): DueLoop {
  const { database, events, logger } = deps
  /** How often something came in from a transmitter since the start. */
  const heard = new Map<number, number>()
  let news = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  let telling: Promise<void> | undefined
  let isStopped = false

  const loop = createDueLoop<ForwardingRow, Tried>(deps, {
    name: 'forwarding',
    parallel: PARALLEL,
    selectDue: (nowMs, limit) => selectDueForwardings(database.db, nowMs, limit),
    selectNextDue: (afterMs) => selectNextDueForwarding(database.db, afterMs),
    async attempt(forwarding) {
      try {
        return await attempt(forwarding)
      } catch (error) {
        logger.error({ err: error, forwarding: forwarding.id }, 'a message could not be made')
        return { failed: error }
      }
    },
    settle,
  })

  async function attempt(forwarding: ForwardingRow): Promise<Tried> {
    const heardBefore = heard.get(forwarding.controller_id) ?? 0
    const planned = await planRun(deps, forwarding)
    if ('reached' in planned) return { reached: planned.reached, heard: heardBefore }
    const { run } = planned
    const source = { controllerId: forwarding.controller_id, channel: forwarding.channel }
    const content = await readContent(database.db, source, { scaleId: run.scale_id, times: timesOf(run) })
    const result = await sendForwarding(deps, forwarding, content, { key: run.key, isTest: false })
    if (result.outcome !== 'sent') logger.info({ forwarding: forwarding.id, ...result }, 'not forwarded')
    return { run, result }
  }

  async function settle(forwarding: ForwardingRow, tried: Tried): Promise<void> {
    if ('failed' in tried) return settleFailure(deps, forwarding, failureOf(tried.failed))
    if ('run' in tried) {
      const { run, result } = tried
      return result.outcome === 'sent' ? settleSent(deps, forwarding, run) : settleFailure(deps, forwarding, result)
    }
    // Something came in while it looked: it stays due, and is looked at again.
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

  /** Those that wait for something from a transmitter that sent something are due again. */
  async function tell(): Promise<void> {
    const told = [...news]
    news = new Set()
    try {
      for (const part of partsOf(told, CONTROLLERS_AT_ONCE)) {
        await endWaiting(database.db, await selectWaitingIds(database.db, part))
      }
    } catch (error) {
      logger.error({ err: error }, 'what came in could not be noted for forwarding; it is tried again')
      news = new Set([...told, ...news])
      if (!isStopped) timer ??= setTimeout(wake, LISTEN_FOR_MS).unref()
    }
  }

  const begun = endAllWaiting(database.db)
    .catch((error: unknown) => logger.error({ err: error }, 'forwarding could not be taken up'))
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
