import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../runtime/clock.ts'
import type { Logger } from '../runtime/logger.ts'
import { createLastSteps, type LastStep, noLastStep } from './last-steps.ts'
import { createShares, restOf, type Sharing } from './sharing.ts'

const AFTER_TROUBLE_MS = 5000
const LONGEST_SLEEP_MS = 3600_000
/** The number of rows to read when rows are shared out: those blocked by one host or owner must not hide others. */
const SHARED_OUT_AT_ONCE = 500
/** Rows that may not start yet can hide others that have become due since the last read. */
const LOOK_AGAIN_MS = 500
/** How long aborted work has to report how it ended. */
const LAST_WORDS_MS = 500

export type DueLoop = {
  /** Looks for due rows at once. */
  wake(): void
  /** Resolves when nothing is running and nothing is due. */
  idle(): Promise<void>
  /** Starts nothing new, and resolves once running work is settled or abandoned. */
  stop(): Promise<void>
}

/** Rows that become due: how to find them, what to do with one, and how to store its outcome. */
export type DueWork<Row extends { id: number }, Outcome> = {
  /** What the rows are, for the log. */
  name: string
  /** How many run at a time. */
  parallel: number
  /** Shares capacity between owners, who take turns with one row each; urgent rows go first. */
  sharing?: Sharing<Row, Outcome>
  /** A stop abandons work that takes longer than this: it stays due, although it may have been done. Without it, everything is waited for. */
  stopWithinMs?: number
  /** Only one at a time is in doubt, for this long, as described at `createLastSteps`. Without it, everything that is running may be. */
  inDoubtForMs?: number
  selectDue(nowMs: number, limit: number): Promise<Row[]>
  /** When the next row after `afterMs` is due, in epoch ms. */
  selectNextDue(afterMs: number): Promise<number | undefined>
  /** Does the work. Resolves with an outcome even if it failed; never rejects. `signal`: the attempt is abandoned. */
  attempt(row: Row, options: { signal: AbortSignal; lastStep: () => Promise<void> }): Promise<Outcome>
  /** Stores the outcome, so that the row is no longer due, or is due later. */
  settle(row: Row, outcome: Outcome): Promise<void>
}

const GIVEN_UP = Symbol('given up')

/**
 * Processes due rows, a few at a time. A row stays due until its outcome is stored, so a crash repeats at most what was in doubt,
 * and loses nothing. `isKeeper`: whether this process is still responsible; if not, it starts nothing.
 */
export function createDueLoop<Row extends { id: number }, Outcome>(
  { clock, logger, isKeeper = () => true }: { clock: Clock; logger: Logger; isKeeper?: (() => boolean) | undefined },
  work: DueWork<Row, Outcome>,
): DueLoop {
  const { sharing } = work
  const destinationsOf = (row: Row) => sharing?.destinationsOf(row) ?? []
  const shares = createShares(work.parallel, sharing)
  const lastSteps = work.inDoubtForMs === undefined ? undefined : createLastSteps(work.inDoubtForMs, isKeeper)
  const underWay = new Map<number, Promise<void>>()
  /** Due when last read, and not started since. */
  let candidates: Row[] = []
  let looking: Promise<void> | undefined
  let mustRead = false
  let mustBegin = false
  let timer: NodeJS.Timeout | undefined
  const stopped = new AbortController()
  const givingUp = new AbortController()
  const givenUp = new Promise<typeof GIVEN_UP>((resolve) => {
    givingUp.signal.addEventListener('abort', () => setTimeout(() => resolve(GIVEN_UP), LAST_WORDS_MS))
  })

  function wake(): void {
    mustRead = true
    goOn()
  }

  function goOn(): void {
    if (stopped.signal.aborted) return
    mustBegin = true
    looking ??= look().finally(() => {
      looking = undefined
      // wake() was called between the last look and now
      if (mustBegin) goOn()
    })
  }

  async function look(): Promise<void> {
    while (mustBegin && !stopped.signal.aborted) {
      mustBegin = false
      try {
        if (shares.hasRoom()) await startDue()
      } catch (error) {
        logger.error({ err: error, work: work.name }, 'could not look for due work; will try again')
        mustRead = true
        sleep(AFTER_TROUBLE_MS)
      }
    }
  }

  async function startDue(): Promise<void> {
    if (!isKeeper()) {
      candidates = []
      return sleep(LOOK_AGAIN_MS)
    }
    const reads = mustRead || candidates.length === 0
    if (reads) await readDue()
    const hasBegun = await begin()
    if (!sharing) candidates = []
    if (!shares.hasRoom() || (hasBegun && !reads)) return
    if (!reads) return sleep(LOOK_AGAIN_MS)
    const now = clock.now()
    const next = [await work.selectNextDue(now), ...candidates.map((row) => restOf(destinationsOf(row)))]
    const soonest = Math.min(...next.filter((at) => at !== undefined))
    if (Number.isFinite(soonest)) sleep(soonest - clock.now())
  }

  async function readDue(): Promise<void> {
    mustRead = false
    // Rows that were running when the read began may still look due in its result, even if they have been settled by then.
    const begun = new Set(underWay.keys())
    const limit = (sharing ? SHARED_OUT_AT_ONCE : work.parallel) + begun.size
    const due = await work.selectDue(clock.now(), limit)
    candidates = due.filter(({ id }) => !begun.has(id))
  }

  /** Starts what may start, and defers what must wait; returns whether anything was started. */
  async function begin(): Promise<boolean> {
    const left: Row[] = []
    const resting = new Map<number, Row[]>()
    let hasBegun = false
    for (const row of shares.inTurns(candidates)) {
      const rest = shares.hasRoom() ? restOf(destinationsOf(row)) : undefined
      if (rest !== undefined && Number.isFinite(rest) && sharing?.hold) {
        resting.set(rest, [...(resting.get(rest) ?? []), row])
      } else if (rest === undefined && shares.hasRoom() && shares.mayBegin(row)) {
        underWay.set(row.id, doOne(row))
        hasBegun = true
      } else left.push(row)
    }
    candidates = left
    for (const [until, rows] of resting) await sharing?.hold?.(rows, until)
    // There may be more rows behind the deferred ones.
    if (resting.size > 0) wake()
    return hasBegun
  }

  function sleep(ms: number): void {
    clearTimeout(timer)
    if (stopped.signal.aborted) return
    timer = setTimeout(wake, Math.min(Math.max(ms, 0), LONGEST_SLEEP_MS))
    timer.unref()
  }

  async function doOne(row: Row): Promise<void> {
    const share = shares.take(row)
    const asked = destinationsOf(row).map(({ breakers, place, witness }) => breakers.ask(place, witness))
    const grow = () => {
      if (share.isSlow) return
      shares.slowDown(share)
      if (mustRead || candidates.length > 0) goOn()
    }
    const patience = sharing?.patienceMs === undefined ? undefined : setTimeout(grow, sharing.patienceMs).unref()
    const step = lastSteps?.newStep(grow) ?? noLastStep
    const lastStep = () => {
      // waiting for others is not being slow
      if (lastSteps) clearTimeout(patience)
      return step.begin()
    }
    const outcome = await Promise.race([work.attempt(row, { signal: givingUp.signal, lastStep }), givenUp])
    clearTimeout(patience)
    step.answered()
    const verdict = outcome === GIVEN_UP ? 'unknown' : (sharing?.verdictOf(outcome) ?? 'answered')
    const isGivenUp = outcome === GIVEN_UP || step.wasRefused() || (givingUp.signal.aborted && verdict !== 'answered')
    for (const end of asked) end(isGivenUp ? 'unknown' : verdict)
    shares.noteVerdict(row, isGivenUp ? 'unknown' : verdict)
    if (!isGivenUp) await settle(row, outcome, step)
    step.end()
    underWay.delete(row.id)
    shares.giveBack(share)
    goOn()
  }

  /** The row stays marked as running until its outcome is stored, so that a full disk does not make it repeat over and over. */
  async function settle(row: Row, outcome: Outcome, step: LastStep): Promise<void> {
    for (;;) {
      try {
        return await work.settle(row, outcome)
      } catch (error) {
        // sending the next alarm matters more than the risk of repeating this one
        step.end()
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
      // whatever is waiting for its turn was not sent, and stays due
      lastSteps?.close()
      await looking
      const giveUp = work.stopWithinMs === undefined ? undefined : setTimeout(() => givingUp.abort(), work.stopWithinMs)
      await Promise.all(underWay.values())
      clearTimeout(giveUp)
    },
  }
}
