import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import type { Events } from '../platform/events.ts'
import type { Logger } from '../platform/logger.ts'
import { countOutcome, createIngestCounts, type IngestCounts } from './ingest-counts.ts'
import type { IngestOutcome, IngestRequest } from './ingest-request.ts'
import { packRequests, unpackOutcomes } from './pack-requests.ts'

const BATCH_REQUESTS = 512
const FOLD_WHEN_IDLE_MS = 10
const FOLD_AT_LEAST_EVERY_MS = 500
const ROLL_UP_AT_LEAST_EVERY_MS = 5000
const ROLL_UP_MANY_AT_MOST_EVERY_MS = 1000
const MANY_SERIES = 200
const RETRY_MS = 1000

/** The way into the store for readings. */
export type IngestLoop = {
  counts: IngestCounts
  /** Takes in again what a crash left in the inbox; before anything else. Resolves when it is folded. */
  recover(): Promise<void>
  /** Resolves when the request's readings are durable. Rejects when the disk did not take them; nothing is stored then. */
  submit(request: IngestRequest): Promise<IngestOutcome>
  /**
   * Resolves when everything acknowledged so far can be read back; the coarser levels may lag by a second while very much
   * comes in.
   */
  settled(): Promise<void>
  stop(): Promise<void>
}

/** In ms; unlike the time of day it never jumps. */
const ticks = () => performance.now()

/** What has already arrived at the sockets is read first, so that it shares the next commit. */
const allOfThisTick = () => new Promise<void>((resolve) => setImmediate(resolve))

type Waiting = { request: IngestRequest; resolve(outcome: IngestOutcome): void; reject(error: unknown): void }

/**
 * Requests that arrive while a commit is under way share the next one; no timer holds them back. Folding follows as soon
 * as there is a pause, at the latest after half a second; the coarser levels when it is quiet.
 */
export function createIngestLoop(deps: {
  database: Database
  clock: Clock
  events: Events
  logger: Logger
  wakeDeliveries: () => void
}): IngestLoop {
  const { database, clock, events, logger } = deps
  const counts = createIngestCounts()
  const queue: Waiting[] = []
  let unfoldedSince: number | undefined
  let notRolledUpSince: number | undefined
  let toRollUp = 0
  let settling: { resolve(): void }[] = []
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let stopping = false

  function wake(): void {
    clearTimeout(timer)
    timer = undefined
    running ??= pump().finally(() => {
      running = undefined
      schedule()
    })
  }

  function schedule(): void {
    if (queue.length > 0 || settling.length > 0) wake()
    else if (timer || stopping) return
    else if (unfoldedSince !== undefined || notRolledUpSince !== undefined) timer = setTimeout(wake, FOLD_WHEN_IDLE_MS)
  }

  async function pump(): Promise<void> {
    const idleAtStart = queue.length === 0
    while (queue.length > 0) {
      await allOfThisTick()
      await commit(queue.splice(0, BATCH_REQUESTS))
      const foldIsDue = unfoldedSince !== undefined && ticks() - unfoldedSince >= FOLD_AT_LEAST_EVERY_MS
      if (foldIsDue || settling.length > 0) await foldAndRollUp(false)
    }
    if (idleAtStart || settling.length > 0 || stopping) await foldAndRollUp(true)
  }

  async function commit(batch: Waiting[]): Promise<void> {
    try {
      const packed = packRequests(batch.map(({ request }) => request))
      const outcomes = unpackOutcomes(await database.write('ingest', packed))
      if (outcomes.some(({ status }) => status === 'stored')) unfoldedSince ??= ticks()
      batch.forEach(({ resolve }, i) => {
        countOutcome(counts, outcomes[i]!)
        resolve(outcomes[i]!)
      })
    } catch (error) {
      counts.outcomes.failed += batch.length
      for (const { reject } of batch) reject(error)
    }
  }

  async function foldAndRollUp(quiet: boolean): Promise<void> {
    const waiting = settling
    settling = []
    try {
      // What comes in meanwhile waits for the next round, so that folding never takes all the time there is.
      for (let partsLeft = unfoldedSince === undefined ? 0 : 1; partsLeft > 0; ) {
        partsLeft = await fold()
        await commitBetween()
      }
      if (!isRollUpDue(quiet || waiting.length > 0)) return
      while (notRolledUpSince !== undefined) {
        const { more } = await database.write('rollUp', undefined)
        if (!more) notRolledUpSince = undefined
        await commitBetween()
      }
    } catch (error) {
      logger.error({ err: error }, 'folding failed; it is tried again, and the inbox still holds everything')
      if (!stopping) timer ??= setTimeout(wake, RETRY_MS)
    } finally {
      for (const { resolve } of waiting) resolve()
    }
  }

  /** A few series are rolled up as soon as it is quiet or somebody waits; many, which take a while, now and then. */
  function isRollUpDue(wanted: boolean): boolean {
    if (notRolledUpSince === undefined) return false
    const age = ticks() - notRolledUpSince
    if (stopping || age >= ROLL_UP_AT_LEAST_EVERY_MS) return true
    return wanted && (toRollUp <= MANY_SERIES || age >= ROLL_UP_MANY_AT_MOST_EVERY_MS)
  }

  /** Requests do not wait for a long fold to end. */
  async function commitBetween(): Promise<void> {
    if (queue.length > 0) await commit(queue.splice(0, BATCH_REQUESTS))
  }

  async function fold(): Promise<number> {
    const { changed, alarms, partsLeft, more, ...left } = await database.write('fold', { nowMs: clock.now() })
    toRollUp = left.toRollUp
    if (partsLeft === 0) unfoldedSince = more ? ticks() : undefined
    notRolledUpSince ??= ticks()
    for (const change of changed) events.publish({ type: 'reading', ...change })
    for (const change of alarms) events.publish({ type: 'alarm', ...change })
    if (alarms.length > 0) deps.wakeDeliveries()
    return partsLeft
  }

  function settled(): Promise<void> {
    return new Promise((resolve) => {
      if (unfoldedSince === undefined && notRolledUpSince === undefined && queue.length === 0) return resolve()
      settling.push({ resolve })
      wake()
    })
  }

  return {
    counts,
    async recover() {
      const { requests } = await database.write('recover', undefined)
      if (requests === 0) return
      logger.info({ requests }, 'taken in again from the inbox')
      unfoldedSince = ticks()
      await settled()
    },
    submit: (request) =>
      new Promise((resolve, reject) => {
        queue.push({ request, resolve, reject })
        wake()
      }),
    settled,
    async stop() {
      stopping = true
      clearTimeout(timer)
      wake()
      await running
    },
  }
}
