import type { Troubles } from '#domain/platform/trouble.ts'
import { isOrphan, isOutOfReach } from '../db/lane.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Logger } from '../runtime/logger.ts'

const FIRST_PAUSE_MS = 4 * 60_000
const LONGEST_PAUSE_MS = 30 * 60_000
/** Failures of items that nobody has asked about for this long are forgotten. */
const FORGOTTEN_AFTER_MS = 24 * 3600_000

export type EachByItself = {
  /**
   * Runs `work` for each item in turn. When an item starts failing, that is logged and reported as one trouble for all of
   * this work; the others go on. A failed item is left alone for increasing periods. A database that is locked or away is not an item's fault,
   * and is reported elsewhere: it ends this pass without delaying the next one. Never throws what `work` throws.
   */
  run<Item>(
    items: readonly Item[],
    nameOf: (item: Item) => string,
    work: (item: Item) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<void>
  /** The same for work done elsewhere: for each name its error, or undefined if it succeeded. */
  note(outcomes: ReadonlyMap<string, unknown>): Promise<void>
}

type Failure = { since: number; failures: number; notBefore: number; askedAt: number; isTold: boolean }

export type Loops = (work: string) => EachByItself

/** Returns one instance per name, so that failures are remembered from one run to the next. */
export function createLoops(deps: { troubles: Troubles; logger: Logger; clock: Clock }): Loops {
  const known = new Map<string, EachByItself>()
  return (name) => {
    const each = known.get(name) ?? createEachByItself(deps, name)
    known.set(name, each)
    return each
  }
}

/** Loops over items and continues past those that fail. `name`: the kind of work, as named in the log. */
export function createEachByItself(
  { troubles, logger, clock }: { troubles: Troubles; logger: Logger; clock: Clock },
  name: string,
): EachByItself {
  const failing = new Map<string, Failure>()

  function failed(item: string, error: unknown): void {
    const now = clock.now()
    const before = failing.get(item)
    const failures = (before?.failures ?? 0) + 1
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 20), LONGEST_PAUSE_MS)
    // something that has been removed fails once and is not asked for again
    const isTold = before !== undefined || !isOrphan(error)
    failing.set(item, { since: before?.since ?? now, failures, notBefore: now + pause, askedAt: now, isTold })
    if (isTold && !before?.isTold)
      logger.error({ err: error, work: name, item }, 'this item failed; the others continue, and it will be retried')
  }

  function worked(item: string): void {
    if (failing.delete(item)) logger.info({ work: name, item }, 'this item works again')
  }

  /** If the clock was set back, nothing waits for longer than it should. */
  function isPaused(item: string): boolean {
    const failure = failing.get(item)
    if (!failure) return false
    const now = clock.now()
    failure.askedAt = now
    return now < failure.notBefore && failure.notBefore - now <= LONGEST_PAUSE_MS
  }

  async function tell(): Promise<void> {
    const now = clock.now()
    for (const [item, { askedAt }] of failing) {
      if (Math.abs(now - askedAt) > FORGOTTEN_AFTER_MS) failing.delete(item)
    }
    const told = [...failing].flatMap(([item, { isTold }]) => (isTold ? [item] : []))
    const [first] = told
    if (first === undefined) return troubles.clear('loop_failing', name)
    await troubles.raise({ kind: 'loop_failing', subject: name, values: { first, count: told.length } })
  }

  return {
    async run(items, nameOf, work, signal) {
      for (const item of items) {
        if (signal?.aborted) return
        const itemName = nameOf(item)
        if (isPaused(itemName)) continue
        try {
          await work(item)
          worked(itemName)
        } catch (error) {
          if (signal?.aborted) return
          if (isOutOfReach(error)) {
            logger.warn(
              { work: name, item: itemName },
              'the database is locked or away; the rest will wait for the next pass',
            )
            break
          }
          failed(itemName, error)
        }
      }
      await tell()
    },
    async note(outcomes) {
      for (const [item, error] of outcomes) {
        if (error === undefined) worked(item)
        else if (!isOutOfReach(error)) failed(item, error)
      }
      await tell()
    },
  }
}
