import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import type { Events } from '../platform/events.ts'
import type { Logger } from '../platform/logger.ts'
import { countOutcome, createIngestCounts, type IngestCounts } from './ingest-counts.ts'
import type { IngestOutcome, IngestRequest } from './ingest-request.ts'
import { packRequests, unpackOutcomes } from './pack-requests.ts'

const BATCH_REQUESTS = 512
/** So many are stored without waiting for what else has arrived. */
const ENOUGH_REQUESTS = 32
const COMMITS_UNDER_WAY = 3
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
const isOlderThan = (since: number | undefined, milliseconds: number) =>
  since !== undefined && ticks() - since >= milliseconds

type Waiting = { request: IngestRequest; resolve(outcome: IngestOutcome): void; reject(error: unknown): void }

/**
 * Requests that arrive while a commit is under way share the next one; no timer holds them back. While the writer stores
 * one part of them, this thread reads and answers the others, and neither waits for the other. Folding follows as soon as
 * there is a pause, at the latest after half a second; the coarser levels when it is quiet. Both go in small parts between
 * the commits.
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
  const commits = new Set<Promise<void>>()
  let gathering = false
  let unfoldedSince: number | undefined
  let notRolledUpSince: number | undefined
  let toRollUp = 0
  let settling: { resolve(): void }[] = []
  let folding: Promise<void> | undefined
  let pause: NodeJS.Timeout | undefined
  let foldNotBefore = 0
  let stopping = false

  function commitSoon(): void {
    if (queue.length === 0 || commits.size >= COMMITS_UNDER_WAY) return
    if (queue.length >= ENOUGH_REQUESTS || stopping) commit()
    else if (!gathering) {
      gathering = true
      setImmediate(commitWhatArrived)
    }
  }

  /** What has already arrived at the sockets has been read by now, and shares the commit. */
  function commitWhatArrived(): void {
    gathering = false
    if (queue.length > 0 && commits.size < COMMITS_UNDER_WAY) commit()
  }

  function commit(): void {
    const stored = store(queue.splice(0, BATCH_REQUESTS)).finally(() => {
      commits.delete(stored)
      commitSoon()
      foldSoon()
    })
    commits.add(stored)
  }

  async function store(batch: readonly Waiting[]): Promise<void> {
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

  function foldSoon(): void {
    clearTimeout(pause)
    if (folding || stopping) return
    const rest = foldNotBefore - ticks()
    if (rest > 0) pause = setTimeout(foldSoon, rest)
    else if (settling.length > 0 || isOlderThan(unfoldedSince, FOLD_AT_LEAST_EVERY_MS)) startFolding(false)
    else if (unfoldedSince === undefined && notRolledUpSince === undefined) return
    else if (queue.length === 0 && commits.size === 0) pause = setTimeout(() => startFolding(true), FOLD_WHEN_IDLE_MS)
  }

  function startFolding(quiet: boolean): void {
    folding = foldAndRollUp(quiet).finally(() => {
      folding = undefined
      foldSoon()
    })
  }

  async function foldAndRollUp(quiet: boolean): Promise<void> {
    const waiting = settling
    settling = []
    try {
      // What comes in meanwhile waits for the next round, so that folding never takes all the time there is.
      for (let partsLeft = unfoldedSince === undefined ? 0 : 1; partsLeft > 0; ) partsLeft = await fold()
      if (!isRollUpDue(quiet || waiting.length > 0)) return
      while (notRolledUpSince !== undefined) {
        const { more } = await database.write('rollUp', undefined)
        if (!more) notRolledUpSince = undefined
      }
    } catch (error) {
      logger.error({ err: error }, 'folding failed; it is tried again, and the inbox still holds everything')
      foldNotBefore = ticks() + RETRY_MS
    } finally {
      for (const { resolve } of waiting) resolve()
    }
  }

  /** A few series are rolled up as soon as it is quiet or somebody waits; many, which take a while, now and then. */
  function isRollUpDue(wanted: boolean): boolean {
    if (stopping || isOlderThan(notRolledUpSince, ROLL_UP_AT_LEAST_EVERY_MS)) return true
    return wanted && (toRollUp <= MANY_SERIES || isOlderThan(notRolledUpSince, ROLL_UP_MANY_AT_MOST_EVERY_MS))
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
      if (unfoldedSince === undefined && notRolledUpSince === undefined) return resolve()
      settling.push({ resolve })
      foldSoon()
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
        clearTimeout(pause)
        commitSoon()
      }),
    settled,
    async stop() {
      stopping = true
      clearTimeout(pause)
      commitSoon()
      while (commits.size > 0) await Promise.all(commits)
      await folding
      await foldAndRollUp(true)
    },
  }
}
