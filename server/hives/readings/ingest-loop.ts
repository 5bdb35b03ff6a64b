import type { Deps } from '../../deps.ts'
import type { Pace } from '../../platform/db/lane.ts'
import type { Clock } from '../../platform/runtime/clock.ts'
import type { Events } from '../../platform/runtime/events.ts'
import type { Logger } from '../../platform/runtime/logger.ts'
import type { Folded } from './folding/folded.ts'
import { packRequests, unpackOutcomes } from './inbox/pack-requests.ts'
import { countOutcome, createIngestCounts, type IngestCounts } from './ingest-counts.ts'
import type { IngestOutcome, IngestRequest } from './request/ingest-request.ts'
import { Senders } from './senders.ts'
import { type Patience, Settling } from './settling.ts'

const BATCH_REQUESTS = 512
const COMMITS_UNDER_WAY = 3
const FOLD_WHEN_IDLE_MS = 10
const FOLD_AT_LEAST_EVERY_MS = 2000
const ROLL_UP_AT_LEAST_EVERY_MS = 5000
const ROLL_UP_MANY_AT_MOST_EVERY_MS = 1000
const MANY_SERIES = 200
/** What is not folded has used up its room, and must not wait any longer. */
const LONG_AGO = -Infinity
const RETRY_MS = 1000
/** The pause between parts of what is left over from before, while requests come in. */
const BEHIND_PAUSE_MS = 25
const STOP_FOLDING_MS = 3000

/** Submits readings to the store. */
export type IngestLoop = {
  counts: IngestCounts
  /** Finds what a crash left in the inbox; to be called before anything else. Resolves when that is known; it is then taken in behind new requests. */
  recover(): Promise<void>
  /** Whether what was left at the start is still being taken in. */
  isRecovering(): boolean
  /** Resolves when the request's readings are durable. Rejects if the disk did not accept them; nothing is stored then. */
  submit(request: IngestRequest): Promise<IngestOutcome>
  /**
   * Resolves when everything acknowledged so far can be read back, of these transmitters or of all; under heavy load the coarser
   * levels may lag by a second. Nobody waits long for somebody else's backlog: it resolves after a minute in any case, with
   * `briefly` after a second.
   */
  settled(patience?: Patience, controllerIds?: readonly number[]): Promise<void>
  /** To be called when something other than a request has left work to do. */
  wake(): void
  /** Folds what is left, for a few seconds at most; the rest stays in the inbox for the next start. */
  stop(): Promise<void>
}

/** In ms; unlike the time of day it never jumps. */
const ticks = () => performance.now()
const isOlderThan = (since: number | undefined, milliseconds: number) =>
  since !== undefined && ticks() - since >= milliseconds

/** `tiles`: whether tiles are written, too, or only what is left over is read. `isQuiet`: nothing came in for a moment. */
type Round = { tiles: boolean; isQuiet?: boolean }
type Waiting = { request: IngestRequest; resolve(outcome: IngestOutcome): void; reject(error: unknown): void }

/**
 * Requests that arrive during a commit share the next one; no timer holds them back, and a single one is committed immediately.
 * While the writer stores one batch, this thread reads and answers the others, and neither waits for the other. Folding follows at
 * the next pause, after two seconds at the latest, or when there is no more room for what waits; the coarser levels follow when it
 * is quiet. Both run in small parts between the commits.
 */
export function createIngestLoop(deps: {
  database: Deps['database']
  clock: Clock
  events: Events
  logger: Logger
  wakeDeliveries: () => void
  /** Called when something was set aside, or no longer is. */
  onSetAside?: () => void
}): IngestLoop {
  const { database, clock, events, logger } = deps
  const counts = createIngestCounts()
  const queue: Waiting[] = []
  const commits = new Set<Promise<void>>()
  const senders = new Senders()
  let gathering = false
  let unfoldedSince: number | undefined
  let notRolledUpSince: number | undefined
  /** Whether anything is left over from before for folds to continue. */
  let isBehind = false
  let recovering = false
  let toRollUp = 0
  const settling = new Settling()
  let folding: Promise<void> | undefined
  let pause: NodeJS.Timeout | undefined
  let foldNotBefore = 0
  /** Why the last fold failed. It is tried again each second, and a disk may be full for days: the log says it once. */
  let failure: string | undefined
  let stopping = false
  let stopBy = Infinity

  function commitSoon(): void {
    if (queue.length === 0 || commits.size >= COMMITS_UNDER_WAY) return
    if (queue.length >= senders.enough || stopping) commit()
    // a few requests would wait for the running commit anyway, and then cost another disk write
    else if (!gathering && commits.size === 0) {
      gathering = true
      setImmediate(commitWhatArrived)
    }
  }

  /** What had already arrived at the sockets has been read by now, and shares the commit. */
  function commitWhatArrived(): void {
    gathering = false
    if (queue.length > 0 && commits.size < COMMITS_UNDER_WAY) commit()
  }

  function commit(): void {
    const batch = queue.splice(0, BATCH_REQUESTS)
    const pace = senders.begin(batch.length, queue.length)
    const stored = store(batch, pace).then((answer) => {
      commits.delete(stored)
      senders.end(batch.length)
      // the writer is busy with the next batch while these are answered
      commitSoon()
      answer()
      foldSoon()
    })
    commits.add(stored)
  }

  /** Resolves with a function that answers those who wait. */
  async function store(batch: readonly Waiting[], pace: Pace | undefined): Promise<() => void> {
    try {
      const packed = packRequests(batch.map(({ request }) => request))
      const answer = await database.write('ingest', packed, pace)
      const outcomes = unpackOutcomes(answer)
      for (const outcome of outcomes) {
        if (outcome.status !== 'stored') continue
        settling.add(outcome.controllerId)
        unfoldedSince ??= ticks()
      }
      if (answer.isFull) unfoldedSince = LONG_AGO
      return () =>
        batch.forEach(({ resolve }, i) => {
          countOutcome(counts, outcomes[i]!)
          resolve(outcomes[i]!)
        })
    } catch (error) {
      counts.outcomes.failed += batch.length
      return () => {
        for (const { reject } of batch) reject(error)
      }
    }
  }

  function foldSoon(): void {
    clearTimeout(pause)
    if (folding || stopping) return
    const rest = foldNotBefore - ticks()
    if (rest > 0) pause = setTimeout(foldSoon, rest)
    else if (settling.isWaitedFor || isOlderThan(unfoldedSince, FOLD_AT_LEAST_EVERY_MS)) startFolding({ tiles: true })
    else if (unfoldedSince === undefined && notRolledUpSince === undefined && !isBehind) return
    else if (queue.length === 0 && commits.size === 0) {
      pause = setTimeout(() => startFolding({ tiles: true, isQuiet: true }), isBehind ? 0 : FOLD_WHEN_IDLE_MS)
    } else if (isBehind) pause = setTimeout(() => startFolding({ tiles: false }), BEHIND_PAUSE_MS)
  }

  function startFolding(round: Round): void {
    folding = foldAndRollUp(round).finally(() => {
      folding = undefined
      foldSoon()
    })
  }

  /** One round: what comes in meanwhile waits for the next one, so that folding never takes all the time there is. */
  async function foldAndRollUp({ tiles, isQuiet = false }: Round): Promise<void> {
    if (tiles) settling.begin()
    try {
      for (let isOver = unfoldedSince === undefined && !isBehind; !isOver; ) {
        const folded = await fold(tiles)
        isOver = folded.isRoundOver
        if (ticks() > stopBy) return
      }
      if (isRollUpDue(isQuiet || settling.isWaitedFor)) await rollUp()
      if (tiles) settling.end({ isDone: !isBehind, isRolledUp: notRolledUpSince === undefined })
      if (failure !== undefined) logger.info('folding works again')
      failure = undefined
    } catch (error) {
      counts.foldFailures++
      if (failure !== (error as Error).message) {
        logger.error({ err: error }, 'folding failed; will try again, and the inbox still holds everything')
      }
      failure = (error as Error).message
      foldNotBefore = ticks() + RETRY_MS
      settling.fail()
    }
  }

  async function rollUp(): Promise<void> {
    while (notRolledUpSince !== undefined && ticks() <= stopBy) {
      const { more, ...rolledUp } = await database.write('rollUp', { nowMs: clock.now() })
      noteSetAside(rolledUp)
      if (!more) notRolledUpSince = undefined
      if (isBehind || !rolledUp.isBehind) continue
      logger.warn('the database lost what was folded last; folding it again')
      isBehind = true
      settling.add()
    }
  }

  function noteSetAside({ setAside, mended }: Pick<Folded, 'setAside' | 'mended'>): void {
    if (setAside > 0) {
      counts.foldFailures += setAside
      logger.error({ series: setAside }, 'series were set aside with their readings; everything else continues')
    }
    if (setAside + mended > 0) deps.onSetAside?.()
  }

  /** A few series are rolled up as soon as it is quiet or somebody waits; many, which take a while, only once a second. */
  function isRollUpDue(wanted: boolean): boolean {
    if (stopping || isOlderThan(notRolledUpSince, ROLL_UP_AT_LEAST_EVERY_MS)) return true
    return wanted && (toRollUp <= MANY_SERIES || isOlderThan(notRolledUpSince, ROLL_UP_MANY_AT_MOST_EVERY_MS))
  }

  async function fold(tiles: boolean): Promise<Folded> {
    const folded = await database.write('fold', { nowMs: clock.now(), tiles })
    toRollUp = folded.toRollUp
    isBehind = folded.isBehind
    if (recovering && !isBehind) {
      recovering = false
      logger.info('everything that was in the inbox at startup has been processed')
    }
    if (tiles && folded.isRoundOver) unfoldedSince = folded.more ? ticks() : undefined
    if (toRollUp > 0 || tiles) notRolledUpSince ??= ticks()
    for (const change of folded.changed) events.publish({ type: 'reading', ...change })
    for (const change of folded.alarms) events.publish({ type: 'alarm', ...change })
    if (folded.alarms.length > 0) deps.wakeDeliveries()
    noteSetAside(folded)
    return folded
  }

  async function settled(patience: Patience = 'patiently', controllerIds?: readonly number[]): Promise<void> {
    if (stopping || settling.isSettled(controllerIds)) return
    const done = settling.wait(patience, controllerIds)
    foldSoon()
    await done
  }

  return {
    counts,
    isRecovering: () => recovering,
    async recover() {
      const { requests } = await database.write('recover', undefined)
      isBehind = true
      settling.add()
      if (requests > 0) {
        recovering = true
        unfoldedSince = ticks()
        logger.info({ requests }, 'the inbox holds requests from before the restart; processing them now')
      }
      foldSoon()
    },
    wake() {
      isBehind = true
      settling.add()
      foldSoon()
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
      stopBy = ticks() + STOP_FOLDING_MS
      clearTimeout(pause)
      commitSoon()
      while (commits.size > 0) await Promise.all(commits)
      await folding
      while (ticks() <= stopBy && (unfoldedSince !== undefined || notRolledUpSince !== undefined)) {
        const before = foldNotBefore
        await foldAndRollUp({ tiles: true, isQuiet: true })
        if (foldNotBefore !== before) break
      }
      settling.stop()
    },
  }
}
