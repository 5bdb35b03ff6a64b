import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from './clock.ts'
import type { Logger } from './logger.ts'

const AFTER_TROUBLE_MS = 5000
const LONGEST_SLEEP_MS = 3600_000

export type DueLoop = {
  /** Looks at once for what is due. */
  wake(): void
  /** Resolves when nothing is under way and nothing is due. */
  idle(): Promise<void>
  /** Begins nothing new and resolves when what is under way is settled. */
  stop(): Promise<void>
}

/** Rows that are due at a time: how they are found, what is done with one, and how its outcome is written. */
export type DueWork<Row extends { id: number }, Outcome> = {
  /** What the rows are, for the log. */
  name: string
  /** How many are under way at a time. */
  parallel: number
  selectDue(nowMs: number, limit: number): Promise<Row[]>
  /** When the next row after `afterMs` is due, in epoch ms. */
  selectNextDue(afterMs: number): Promise<number | undefined>
  /** Does the work. It answers with an outcome also where it failed, and never rejects. */
  attempt(row: Row): Promise<Outcome>
  /** Writes the outcome, so that the row is no longer due, or due later. */
  settle(row: Row, outcome: Outcome): Promise<void>
}

/**
 * Does what is due, some at a time. A row stays due until its outcome is written: a crash repeats at most what was under
 * way, and loses nothing.
 */
export function createDueLoop<Row extends { id: number }, Outcome>(
  { clock, logger }: { clock: Clock; logger: Logger },
  work: DueWork<Row, Outcome>,
): DueLoop {
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
      // somebody called between its last look and now
      if (lookAgain) wake()
    })
  }

  async function look(): Promise<void> {
    while (lookAgain && !stopped.signal.aborted) {
      lookAgain = false
      try {
        await startDue()
      } catch (error) {
        logger.error({ err: error, work: work.name }, 'looking for what is due failed; it is tried again')
        sleep(AFTER_TROUBLE_MS)
      }
    }
  }

  async function startDue(): Promise<void> {
    // What was under way when the rows are read may still look due in them, even when it is settled by then.
    const begun = new Set(underWay.keys())
    const free = work.parallel - begun.size
    if (free <= 0) return
    const now = clock.now()
    const due = await work.selectDue(now, work.parallel + begun.size)
    const next = due.filter(({ id }) => !begun.has(id)).slice(0, free)
    for (const row of next) underWay.set(row.id, doOne(row))
    if (next.length === free) return
    const nextDue = await work.selectNextDue(now)
    if (nextDue !== undefined) sleep(nextDue - clock.now())
  }

  function sleep(ms: number): void {
    clearTimeout(timer)
    if (stopped.signal.aborted) return
    timer = setTimeout(wake, Math.min(Math.max(ms, 0), LONGEST_SLEEP_MS))
    timer.unref()
  }

  async function doOne(row: Row): Promise<void> {
    const outcome = await work.attempt(row)
    await settle(row, outcome)
    underWay.delete(row.id)
    wake()
  }

  /** Until the outcome is stored the row is kept under way, so that a full disk does not do it again and again. */
  async function settle(row: Row, outcome: Outcome): Promise<void> {
    for (;;) {
      try {
        return await work.settle(row, outcome)
      } catch (error) {
        logger.error({ err: error, work: work.name, id: row.id }, 'an outcome could not be stored')
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
