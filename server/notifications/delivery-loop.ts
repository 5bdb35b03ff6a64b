import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../platform/logger.ts'
import { type SendDeps, type SendOutcome, sendDelivery } from './send-delivery.ts'
import { type DeliveryToSend, selectDueDeliveries, selectNextDue } from './sending-queries.ts'
import { settleDelivery } from './settle-delivery.ts'

const PARALLEL = 16
const AFTER_TROUBLE_MS = 5000
const LONGEST_SLEEP_MS = 3600_000

export type DeliveryLoop = {
  /** Looks at once for what is due. */
  wake(): void
  /** Resolves when nothing is under way and nothing is due. */
  idle(): Promise<void>
  /** Begins nothing new and resolves when what is under way is settled. */
  stop(): Promise<void>
}

/**
 * Sends what is due, some at a time. A row stays due until its outcome is written: a crash repeats at most the sends that
 * were under way, and loses none.
 */
export function createDeliveryLoop(deps: SendDeps & { logger: Logger }): DeliveryLoop {
  const { database, clock, logger } = deps
  const underWay = new Map<number, Promise<void>>()
  let looking: Promise<void> | undefined
  let lookAgain = false
  let timer: NodeJS.Timeout | undefined
  const stopped = new AbortController()

  function wake(): void {
    if (stopped.signal.aborted) return
    clearTimeout(timer)
    lookAgain = true
    looking ??= look().finally(() => {
      looking = undefined
    })
  }

  async function look(): Promise<void> {
    while (lookAgain && !stopped.signal.aborted) {
      lookAgain = false
      try {
        await startDue()
      } catch (error) {
        logger.error({ err: error }, 'looking for due deliveries failed; it is tried again')
        sleep(AFTER_TROUBLE_MS)
      }
    }
  }

  async function startDue(): Promise<void> {
    // What was under way when the rows are read may still look due in them, even when it is settled by then.
    const begun = new Set(underWay.keys())
    const free = PARALLEL - begun.size
    if (free <= 0) return
    const now = clock.now()
    const due = await selectDueDeliveries(database.db, now, PARALLEL + begun.size)
    const next = due.filter(({ id }) => !begun.has(id)).slice(0, free)
    for (const delivery of next) underWay.set(delivery.id, deliver(delivery))
    if (next.length === free) return
    const nextDue = await selectNextDue(database.db, now)
    if (nextDue !== undefined) sleep(nextDue - clock.now())
  }

  function sleep(ms: number): void {
    clearTimeout(timer)
    if (stopped.signal.aborted) return
    timer = setTimeout(wake, Math.min(Math.max(ms, 0), LONGEST_SLEEP_MS))
    timer.unref()
  }

  async function deliver(delivery: DeliveryToSend): Promise<void> {
    const result = await attempt(delivery)
    await settle(delivery, result)
    underWay.delete(delivery.id)
    wake()
  }

  async function attempt(delivery: DeliveryToSend): Promise<SendOutcome> {
    try {
      const result = await sendDelivery(deps, delivery)
      const { id, channel, attempts } = delivery
      if (result.outcome !== 'delivered') logger.info({ delivery: id, channel, attempts, ...result }, 'not delivered')
      return result
    } catch (error) {
      logger.error({ err: error, delivery: delivery.id }, 'a delivery could not be made')
      return { outcome: 'failed', reason: 'internal' }
    }
  }

  /** Until the outcome is stored the row is kept under way, so that a full disk does not send it again and again. */
  async function settle(delivery: DeliveryToSend, result: SendOutcome): Promise<void> {
    for (;;) {
      try {
        return await settleDelivery(deps, delivery, result)
      } catch (error) {
        logger.error({ err: error, delivery: delivery.id }, 'the outcome of a delivery could not be stored')
        if (stopped.signal.aborted) return
        await pause(AFTER_TROUBLE_MS, undefined, { signal: stopped.signal }).catch(() => undefined)
      }
    }
  }

  return {
    wake,
    async idle() {
      while (looking || underWay.size > 0) await Promise.all([looking, ...underWay.values()])
    },
    async stop() {
      stopped.abort()
      clearTimeout(timer)
      await looking
      await Promise.all(underWay.values())
    },
  }
}
