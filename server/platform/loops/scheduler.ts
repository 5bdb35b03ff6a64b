import { Cron } from 'croner'
import { isOutOfReach } from '../db/lane.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Logger } from '../runtime/logger.ts'
import type { Loops } from './each-by-itself.ts'

const LOOK_EVERY_MS = 1000
const AFTER_OUTAGE_MS = 15_000

export type Scheduler = { every(pattern: string, name: string, work: () => Promise<void>): void; stop(): void }

type Planned = { cron: Cron; name: string; work: () => Promise<void>; next: number; running: boolean }

/**
 * Runs work by a cron pattern (UTC). A run that takes longer than its interval is not started twice; a failed one is
 * reported, and one that met a locked or unreachable database is repeated soon. If the clock is set back, nothing waits longer: the next run is at
 * most as far away as the pattern says.
 */
export function createScheduler({ logger, loops, clock }: { logger: Logger; loops: Loops; clock: Clock }): Scheduler {
  const planned: Planned[] = []
  let lookedAt = clock.now()

  async function run(one: Planned): Promise<void> {
    one.running = true
    try {
      const error = await one.work().then(() => undefined, reasonOf)
      if (isOutOfReach(error)) one.next = Math.min(one.next, clock.now() + AFTER_OUTAGE_MS)
      await loops('scheduled work').note(new Map([[one.name, error]]))
    } catch (error) {
      logger.error({ err: error, name: one.name }, 'scheduled work failed')
    } finally {
      one.running = false
    }
  }

  function look(): void {
    const now = clock.now()
    const isSetBack = now < lookedAt
    lookedAt = now
    for (const one of planned) {
      const isDue = now >= one.next
      if (isDue || isSetBack) one.next = nextRun(one.cron, now)
      if (isDue && !one.running) void run(one)
    }
  }

  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  return {
    every(pattern, name, work) {
      const cron = new Cron(pattern, { timezone: 'UTC', paused: true })
      planned.push({ cron, name, work, next: nextRun(cron, clock.now()), running: false })
    },
    stop: () => clearInterval(timer),
  }
}

const nextRun = (cron: Cron, nowMs: number): number =>
  cron.nextRun(new Date(nowMs))?.getTime() ?? Number.POSITIVE_INFINITY

/** Undefined means success. */
const reasonOf = (error: unknown) => error ?? new Error('failed without a reason')
