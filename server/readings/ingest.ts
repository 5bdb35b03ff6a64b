import type { Kysely } from 'kysely'
import { decodeTile, encodeTile } from '#domain/tile-codec.ts'
import { DAY_SECONDS, levelNumber, type RawTile } from '#domain/timeline-tile.ts'
import { createDetection } from '../alarms/run-detection.ts'
import { type HotStatements, prepareHotStatements } from '../db/hot-statements.ts'
import type { SqliteHandle } from '../db/open-sqlite.ts'
import type { ForeignWrites } from '../db/sqlite-lane.ts'
import type { Tables } from '../db/tables.ts'
import { decodeInboxRows, INBOX_FIELDS, rowAt, seriesAt, timeAt } from './inbox-rows.ts'
import { type Contacts, noteContact, writeContacts } from './last-contact.ts'
import { type OpenTile, OpenTiles } from './open-tiles.ts'
import { type PackedOutcomes, type PackedRequests, packOutcomes, unpackRequests } from './pack-requests.ts'
import { rollUpDays } from './roll-up.ts'
import { storeRequest } from './store-request.ts'
import { createTransmitterCache } from './transmitter-cache.ts'

/** What a fold did, for those who wait for news. */
export type Folded = {
  changed: { controllerId: number; scaleIds: number[] }[]
  alarms: { controllerId: number; scaleIds: number[] }[]
  /** How many more folds until all is folded that waited when the first of them began. */
  partsLeft: number
  /** Whether something came in since then. */
  more: boolean
  /** How many series the next roll-up has to do. */
  toRollUp: number
}

/** `inboxId`: the newest request when the round began. */
type FoldRound = { inboxId: number; partsLeft: number }

/** So much a transaction that the writer is free for the next request again after some milliseconds. */
const SERIES_PER_FOLD = 20
const DAYS_PER_ROLL_UP = 50

/**
 * The write path in the writer thread: `ingest` stores requests durably, `fold` puts what is stored into raw tiles and
 * runs detection, `rollUp` brings the coarser levels up to date and empties the inbox. Each is one transaction; after a
 * crash `recover` takes in again what the inbox still holds, which changes nothing that was already done.
 */
export function createIngest(sqlite: SqliteHandle, db: Kysely<Tables>, foreignWrites: ForeignWrites) {
  let prepared: HotStatements | undefined
  const statements = () => {
    prepared ??= prepareHotStatements(sqlite)
    return prepared
  }
  const tiles = new OpenTiles((seriesId, from) => {
    const stored = statements().readTile.get(seriesId, levelNumber.raw, from)
    return stored && (decodeTile(stored.bytes) as RawTile)
  })
  const detection = createDetection(db, statements)
  const transmitters = createTransmitterCache(statements, foreignWrites)
  const contacts: Contacts = new Map()
  const daysToRollUp = new Map<number, Set<number>>()
  let round: FoldRound | undefined
  let foldedInboxId = 0
  let isAhead = false

  /** When its last part is done, all that the inbox had at the start of a round is folded. */
  function endPart(current: FoldRound): number {
    current.partsLeft--
    if (current.partsLeft === 0) {
      foldedInboxId = current.inboxId
      round = undefined
    }
    return current.partsLeft
  }

  function needsRollUp(seriesId: number, day: number): void {
    const days = daysToRollUp.get(seriesId)
    if (days) days.add(day)
    else daysToRollUp.set(seriesId, new Set([day]))
  }

  function seriesToRollUp(): number[] {
    const series: number[] = []
    let days = 0
    for (const [seriesId, { size }] of daysToRollUp) {
      if (days > 0 && days + size > DAYS_PER_ROLL_UP) break
      series.push(seriesId)
      days += size
    }
    return series
  }

  /** What can be done again from the inbox need not wait for the disk. Everything else on this connection does. */
  function withoutWaiting<T>(work: () => T): T {
    sqlite.pragma('synchronous = NORMAL')
    try {
      return sqlite.transaction(work).immediate()
    } finally {
      sqlite.pragma('synchronous = FULL')
    }
  }

  async function inAsyncTransaction<T>(work: () => Promise<T>): Promise<T> {
    sqlite.pragma('synchronous = NORMAL')
    sqlite.exec('begin immediate')
    try {
      const result = await work()
      sqlite.exec('commit')
      return result
    } catch (error) {
      if (sqlite.inTransaction) sqlite.exec('rollback')
      throw error
    } finally {
      sqlite.pragma('synchronous = FULL')
    }
  }

  /** Takes in what the inbox holds; what is folded already is known again. */
  function recover(): { requests: number } {
    const rows = statements().readInbox.all()
    for (const { controller_id, received_at, body } of rows) {
      const unsaid = { battery: null, chipTemperature: null, signal: null, softwareVersion: null }
      noteContact(contacts, controller_id, { receivedAt: received_at, ...unsaid })
      const { length, fields } = decodeInboxRows(body)
      const late: Int32Array[] = []
      for (let at = 0; at < length * INBOX_FIELDS; at += INBOX_FIELDS) {
        if (!tiles.append(fields, at)) late.push(rowAt(fields, at))
        const time = timeAt(fields, at)
        needsRollUp(seriesAt(fields, at), time - (time % DAY_SECONDS))
      }
      tiles.merge(late)
    }
    isAhead = false
    return { requests: rows.length }
  }

  /** After a commit that failed memory holds what the disk does not. */
  function fallBack(): void {
    tiles.forget()
    transmitters.forget()
    round = undefined
    recover()
  }

  return {
    recover,

    /** Reads series anew whose stored tiles were changed beside this; all that came in must be folded and rolled up. */
    reread(seriesIds: readonly number[]): void {
      tiles.forget()
      detection.keep(new Map(seriesIds.map((id) => [id, undefined])))
    },

    /** Drops what is in memory of transmitters whose rows and inbox were deleted. */
    forget(controllerIds: readonly number[], seriesIds: readonly number[]): void {
      transmitters.forget()
      for (const id of controllerIds) contacts.delete(id)
      for (const id of seriesIds) daysToRollUp.delete(id)
      tiles.drop(new Set(seriesIds))
    },

    /** The transmitter whose device key has this hash. */
    holderOf: (deviceKeyHash: string): number | undefined => transmitters.byKey(deviceKeyHash)?.controller.id,

    /** Stores a batch with one commit; when it returns, a power cut loses nothing of it. */
    ingest(packed: PackedRequests): PackedOutcomes {
      if (isAhead) fallBack()
      isAhead = true
      const store = { statements: statements(), transmitters, contacts, tiles }
      const storeAll = sqlite.transaction(() => unpackRequests(packed).map((request) => storeRequest(store, request)))
      const outcomes = storeAll.immediate()
      isAhead = false
      tiles.trim()
      return packOutcomes(outcomes)
    },

    /** Writes who was heard of, without waiting for a fold. */
    writeContacts(): void {
      if (isAhead) fallBack()
      if (contacts.size === 0) return
      withoutWaiting(() => writeContacts(statements(), contacts))
      contacts.clear()
    },

    async fold({ nowMs }: { nowMs: number }): Promise<Folded> {
      if (isAhead) fallBack()
      round ??= {
        inboxId: statements().newestInboxId.get()?.id ?? 0,
        partsLeft: Math.max(1, Math.ceil(tiles.unfoldedSeries / SERIES_PER_FOLD)),
      }
      const open = tiles.unfolded(SERIES_PER_FOLD)
      if (open.length === 0 && contacts.size === 0) {
        endPart(round)
        return { changed: [], alarms: [], partsLeft: 0, more: false, toRollUp: daysToRollUp.size }
      }
      const folded = await inAsyncTransaction(async () => {
        writeContacts(statements(), contacts)
        const { revision } = statements().nextRevision.get()!
        for (const { seriesId, tile } of open) {
          statements().writeTile.run(seriesId, levelNumber.raw, tile.from, encodeTile(tile), revision)
        }
        return detection.run(addedTimes(open), (seriesId, from) => tiles.get(seriesId, from), nowMs)
      })
      contacts.clear()
      detection.keep(folded.states)
      tiles.markFolded(open)
      for (const { seriesId, tile } of open) needsRollUp(seriesId, tile.from)
      const { changed, alarms } = folded
      const partsLeft = endPart(round)
      return { changed, alarms, partsLeft, more: tiles.unfoldedSeries > 0, toRollUp: daysToRollUp.size }
    },

    /** Coarser levels of what was folded; when that is done, what the inbox had of it is no longer needed. */
    rollUp(): { more: boolean } {
      const series = seriesToRollUp()
      const isLast = series.length === daysToRollUp.size
      withoutWaiting(() => {
        const { revision } = statements().nextRevision.get()!
        for (const seriesId of series) {
          const days = daysToRollUp.get(seriesId)!
          rollUpDays(statements(), seriesId, days, (from) => tiles.get(seriesId, from), revision)
        }
        if (isLast) statements().clearInbox.run(foldedInboxId)
      })
      for (const seriesId of series) daysToRollUp.delete(seriesId)
      return { more: daysToRollUp.size > 0 }
    },
  }
}

/** The times that are new, by series, in rising order. */
function addedTimes(open: readonly OpenTile[]): Map<number, number[]> {
  const times = new Map<number, number[]>()
  for (const { seriesId, added } of open) {
    const known = times.get(seriesId)
    if (known) known.push(...added)
    else times.set(seriesId, [...added])
  }
  for (const list of times.values()) list.sort((a, b) => a - b)
  return times
}
