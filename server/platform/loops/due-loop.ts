import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../runtime/clock.ts'
import type { Logger } from '../runtime/logger.ts'
import { createLastSteps, type LastStep, noLastStep } from './last-steps.ts'
import { createShares, restOf, type Sharing } from './sharing.ts'

const AFTER_TROUBLE_MS = 5000
const LONGEST_SLEEP_MS = 3600_000
/** Read at once where rows are shared out: what one host or owner holds up must not hide the others. */
const SHARED_OUT_AT_ONCE = 500
/** What may not begin yet may hide what has become due since it was read. */
const LOOK_AGAIN_MS = 500
/** What was told to end has so long to say how it ended. */
const LAST_WORDS_MS = 500

export type DueLoop = {
  /** Looks at once for what is due. */
  wake(): void
  /** Resolves when nothing is under way and nothing is due. */
  idle(): Promise<void>
  /** Begins nothing new and resolves when what is under way is settled, or was given up. */
  stop(): Promise<void>
}

/** Rows that are due at a time: how they are found, what is done with one, and how its outcome is written. */
export type DueWork<Row extends { id: number }, Outcome> = {
  /** What the rows are, for the log. */
  name: string
  /** How many are under way at a time. */
  parallel: number
  /** Where these are shared out, the owners' rows in turns: one of each first, and what is urgent before all others. */
  sharing?: Sharing<Row, Outcome>
  /** A stop gives up what takes longer: it stays due, and may have been done. Without it everything is waited for. */
  stopWithinMs?: number
  /** One at a time is in doubt, as `createLastSteps` says, and for so long. Without it all that are under way may be. */
  inDoubtForMs?: number
  selectDue(nowMs: number, limit: number): Promise<Row[]>
  /** When the next row after `afterMs` is due, in epoch ms. */
  selectNextDue(afterMs: number): Promise<number | undefined>
  /** Does the work. It answers with an outcome also where it failed, and never rejects. `signal`: it is given up. */
  attempt(row: Row, options: { signal: AbortSignal; lastStep: () => Promise<void> }): Promise<Outcome>
  /** Writes the outcome, so that the row is no longer due, or due later. */
  settle(row: Row, outcome: Outcome): Promise<void>
}

const GIVEN_UP = Symbol('given up')

/**
 * Does what is due, some at a time. A row stays due until its outcome is written: a crash repeats at most what was in doubt,
 * and loses nothing. `isKeeper`: whether this process is still the one that does it; else it begins nothing.
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
  /** Due when they were last read, and not begun since. */
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
      // somebody called between its last look and now
      if (mustBegin) goOn()
    })
  }

  async function look(): Promise<void> {
    while (mustBegin && !stopped.signal.aborted) {
      mustBegin = false
      try {
        if (shares.hasRoom()) await startDue()
      } catch (error) {
        logger.error({ err: error, work: work.name }, 'looking for what is due failed; it is tried again')
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
    // What was under way when the rows are read may still look due in them, even when it is settled by then.
    const begun = new Set(underWay.keys())
    const limit = (sharing ? SHARED_OUT_AT_ONCE : work.parallel) + begun.size
    const due = await work.selectDue(clock.now(), limit)
    candidates = due.filter(({ id }) => !begun.has(id))
  }

  /** Begins what may begin, and puts off what must rest; says whether anything began. */
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
    // There may be more behind what was put off.
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

  /** Until the outcome is stored the row is kept under way, so that a full disk does not do it again and again. */
  async function settle(row: Row, outcome: Outcome, step: LastStep): Promise<void> {
    for (;;) {
      try {
        return await work.settle(row, outcome)
      } catch (error) {
        // an alarm is worth more than another that may be repeated
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
      // what waits for its turn was not sent, and stays due
      lastSteps?.close()
      await looking
      const giveUp = work.stopWithinMs === undefined ? undefined : setTimeout(() => givingUp.abort(), work.stopWithinMs)
      await Promise.all(underWay.values())
      clearTimeout(giveUp)
    },
  }
}
