import type { RawTile } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { isStorageUnavailable } from '../../platform/db/lane.ts'
import type { SqliteHandle } from '../../platform/db/open-sqlite.ts'
import type { ForeignWrites } from '../../platform/db/sqlite-lane.ts'
import { createSetAsideChanges } from './folding/change-set-aside.ts'
import { DaysToRollUp } from './folding/days-to-roll-up.ts'
import type { Detecting } from './folding/detection.ts'
import { DueDays } from './folding/due-days.ts'
import { createFolds } from './folding/fold-part.ts'
import type { Folded, FoldInput } from './folding/folded.ts'
import { LookAhead } from './folding/look-ahead.ts'
import { OpenTiles } from './folding/open-tiles.ts'
import { createRollUps } from './folding/roll-up-part.ts'
import { rowsBySeries, setAsideReadings } from './folding/set-aside-rows.ts'
import { type Failed, UnreadInbox } from './folding/unread-inbox.ts'
import { InboxBatch } from './inbox/inbox-batch.ts'
import { INBOX_FIELDS, type InboxRows, seriesAt, timeAt } from './inbox/inbox-rows.ts'
import { type PackedOutcomes, type PackedRequests, packOutcomes, unpackRequests } from './inbox/pack-requests.ts'
import { type Contacts, notePast } from './request/last-contact.ts'
import { type HotStatements, prepareHotStatements } from './store/hot-statements.ts'
import { createQuickTransactions, QuickWorkLost } from './store/quick-transactions.ts'
import { createTileStore, type TileStore } from './store/tile-store.ts'
import { createTransmitterCache } from './store/transmitter-cache.ts'
import { storeRequest } from './store-request.ts'

/** `inboxId`: the newest request when the round began; `series`: those whose tiles are not written yet. */
type FoldRound = { inboxId: number; series: Set<number> }

const UNREAD_MS = 12
const FOLD_MS = 25
/**
 * The write path in the writer thread: `ingest` stores requests durably, `fold` puts what is stored into raw tiles and runs
 * detection, `rollUp` updates the coarser levels and empties the inbox. Each is one transaction of limited length; what there is no
 * time for continues in the next. After a crash `recover` finds what the inbox still holds, and the folds take it in again without
 * changing what was already done. A series that cannot be folded is set aside.
 */
export function createIngest(
  sqlite: SqliteHandle,
  foreignWrites: ForeignWrites,
  createDetection: (statements: () => HotStatements, store: TileStore, due: DueDays) => Detecting,
  createStore: (statements: () => HotStatements) => TileStore = createTileStore,
) {
  let prepared: HotStatements | undefined
  const statements = () => {
    prepared ??= prepareHotStatements(sqlite)
    return prepared
  }
  const tileStore = createStore(statements)
  const ahead = new LookAhead(tileStore)
  const tiles = new OpenTiles((seriesId, from) => ahead.read(seriesId, from))
  const transactions = createQuickTransactions(sqlite, statements)
  const due = new DueDays()
  const detection = createDetection(statements, tileStore, due)
  const transmitters = createTransmitterCache(statements, tileStore, foreignWrites)
  const contacts: Contacts = new Map()
  const toRollUp = new DaysToRollUp(tileStore.atOnce.days)
  const needsRollUp = (seriesId: number, day: number) => toRollUp.add(seriesId, day)
  const unread = new UnreadInbox(statements, tiles, noteUnread)
  const inbox = new InboxBatch(
    {
      run: (row) => void statements().insertInbox.run(...row),
      returningId: (row) => statements().insertInboxForId.get(...row)!.id,
    },
    (...part) => unread.add(...part),
  )
  /** The ids of `set_aside` rows being retried, keyed by stage and series. */
  const triedAgain = new Map<string, number>()
  let round: FoldRound | undefined
  let foldedInboxId = 0
  let isAhead = false
  /** How many of them succeeded since this was last reported. */
  let mended = 0
  /** How many series had readings set aside on arrival, for the next fold to report. */
  let kept = 0

  function noteUnread(controllerId: number, receivedAt: number, { length, fields }: InboxRows): void {
    notePast(contacts, controllerId, receivedAt)
    for (let at = 0; at < length * INBOX_FIELDS; at += INBOX_FIELDS) {
      const time = timeAt(fields, at)
      needsRollUp(seriesAt(fields, at), time - (time % DAY_SECONDS))
    }
  }

  const keepFailed: Failed = (rows, error, receivedAt) => {
    if (isStorageUnavailable(error)) throw error
    for (const ofSeries of rowsBySeries(rows)) {
      setAsideReadings(statements(), ofSeries, error, receivedAt)
      kept++
    }
  }

  /** Finds what is to be done; the folds do it. */
  function recover(): { requests: number } {
    transactions.beginAnew()
    const requests = unread.list()
    due.load(statements().readDue.all())
    isAhead = false
    return { requests }
  }

  /** After a commit that failed or was lost, memory is ahead of the disk. */
  function fallBack(): void {
    tiles.forget()
    transmitters.forget()
    round = undefined
    foldedInboxId = 0
    recover()
  }

  /** Deletes the rows of set-aside detection that has succeeded. */
  function forgetTried(turned: readonly number[]): void {
    for (const scaleId of turned) {
      const id = triedAgain.get(`detection ${scaleId}`)
      if (id === undefined || due.of(scaleId)) continue
      statements().deleteSetAside.run(id)
      triedAgain.delete(`detection ${scaleId}`)
      mended++
    }
  }

  function takeKept(): number {
    const count = kept
    kept = 0
    return count
  }

  function takeMended(): number {
    const count = mended
    mended = 0
    return count
  }

  const folds = createFolds({
    statements,
    store: tileStore,
    tiles,
    due,
    detection,
    contacts,
    transactions,
    sqlite,
    needsRollUp,
    forgetTried,
    isFolded: (seriesId) => void round?.series.delete(seriesId),
  })

  const rollUps = createRollUps({ statements, store: tileStore, tiles, toRollUp, triedAgain, transactions })

  const changes = createSetAsideChanges({
    sqlite,
    statements,
    tiles,
    due,
    triedAgain,
    needsRollUp,
    forgetTried,
    /** Runs work that puts readings into memory before a transaction stores them. */
    ahead(work: () => void) {
      if (isAhead) fallBack()
      isAhead = true
      work()
      isAhead = false
    },
  })

  return {
    recover,
    ...changes,

    /** For other writer tasks only. */
    beside: {
      /** The day of a series as it is now, including unfolded readings. */
      dayNow: (seriesId: number, from: number): RawTile => tiles.get(seriesId, from),

      detection,
      tileStore,

      /** To be called when days were changed elsewhere; the tiles include all that had come in. */
      changed(days: readonly { seriesId: number; tile: RawTile }[], noted: Parameters<typeof detection.keep>[0]): void {
        for (const { seriesId, tile } of days) tiles.replace(seriesId, tile)
        detection.keep(noted)
      },

      /** Drops what memory holds of transmitters whose rows and inbox were deleted. */
      forget(controllerIds: readonly number[], seriesIds: readonly number[]): void {
        transmitters.forget()
        for (const id of controllerIds) {
          contacts.delete(id)
          unread.drop(id)
        }
        for (const id of seriesIds) {
          toRollUp.drop(id)
          round?.series.delete(id)
          folds.suspects.delete(id)
          due.drop(id)
        }
        tiles.drop(new Set(seriesIds))
      },
    },

    holderOf: transmitters.holderOf,

    /** Stores a batch in one commit, durable once it returns. `isFull`: there is no memory left to let more wait. */
    ingest(packed: PackedRequests): PackedOutcomes & { isFull: boolean } {
      if (isAhead) fallBack()
      isAhead = true
      const store = { statements: statements(), transmitters, contacts, tiles, unread, inbox, keepFailed }
      const storeAll = sqlite.transaction(() => {
        inbox.begin()
        const requests = unpackRequests(packed)
        const outcomes = ahead.during(requests, transmitters, tiles, () =>
          requests.map((request) => storeRequest(store, request)),
        )
        inbox.write()
        return outcomes
      })
      const outcomes = storeAll.immediate()
      isAhead = false
      tiles.trim()
      return { ...packOutcomes(outcomes), isFull: tiles.isFull }
    },

    /** Writes who was heard from, without waiting for a fold. */
    writeContacts(): void {
      if (isAhead) fallBack()
      if (contacts.size === 0) return
      transactions.withoutWaiting(() => tileStore.writeContacts(contacts))
      contacts.clear()
    },

    /** One part of a round. */
    async fold({ nowMs, tiles: wantsTiles = true, milliseconds = FOLD_MS }: FoldInput): Promise<Folded> {
      if (isAhead) fallBack()
      if (!unread.isEmpty) takeUnread()
      if (wantsTiles) {
        round ??= { inboxId: statements().newestInboxId.get()?.id ?? 0, series: new Set(tiles.unfoldedIds()) }
      }
      const hasTiles = wantsTiles && tiles.unfoldedSeries > 0
      const isIdle = !hasTiles && contacts.size === 0 && folds.suspects.size === 0 && !detection.hasWork
      const part = isIdle
        ? { changed: [], alarms: [], setAside: 0 }
        : await folds.foldOrSuspect(nowMs, wantsTiles, milliseconds)
      const isRoundOver = folds.suspects.size === 0 && (!round || round.series.size === 0)
      if (isRoundOver && round) {
        const isAll = tiles.unfoldedSeries === 0
        const newestId = isAll ? (statements().newestInboxId.get()?.id ?? 0) : round.inboxId
        foldedInboxId = Math.min(newestId, unread.firstId - 1)
        round = undefined
      }
      return {
        changed: part.changed,
        alarms: part.alarms,
        setAside: part.setAside + takeKept(),
        mended: takeMended(),
        isRoundOver,
        more: tiles.unfoldedSeries > 0,
        isBehind: !unread.isEmpty || folds.suspects.size > 0 || detection.hasWork,
        toRollUp: toRollUp.size,
      }
    },

    /**
     * Updates the coarser levels of what was folded; once done, the inbox contents are cleared. `isBehind`: some of the inbox must
     * be folded again, as when the database crashed and lost it.
     */
    rollUp(input?: { nowMs: number }): { more: boolean; setAside: number; mended: number; isBehind: boolean } {
      if (isAhead) fallBack()
      const done = rollUpOrFallBack(input?.nowMs ?? 0)
      mended += done?.mended ?? 0
      const more = done !== undefined && toRollUp.size > 0
      return { more, setAside: done?.setAside ?? 0, mended: takeMended(), isBehind: !unread.isEmpty }
    },
  }

  function rollUpOrFallBack(nowMs: number): { setAside: number; mended: number } | undefined {
    try {
      return rollUps.rollUpPart(Math.min(foldedInboxId, unread.firstId - 1), nowMs)
    } catch (error) {
      if (!(error instanceof QuickWorkLost)) throw error
      fallBack()
      return undefined
    }
  }

  /** Takes in part of what the inbox held at the start. Memory is ahead until what no tile could take is written. */
  function takeUnread(): void {
    const since = performance.now()
    isAhead = true
    const hasTime = () => performance.now() - since < UNREAD_MS
    sqlite.transaction(() => unread.takeSome(hasTime, keepFailed)).immediate()
    isAhead = false
  }
}
