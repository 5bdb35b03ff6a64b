import type { Kysely } from 'kysely'
import { decodeTile, encodeTile } from '#domain/tile-codec.ts'
import { mergeRaw, splitByDay } from '#domain/tile-merge.ts'
import { emptyRawTile, levelNumber, type RawTile } from '#domain/timeline-tile.ts'
import { createDetection } from '../alarms/run-detection.ts'
import { type HotStatements, prepareHotStatements } from '../db/hot-statements.ts'
import type { SqliteHandle } from '../db/open-sqlite.ts'
import type { Tables } from '../db/tables.ts'
import type { createIngest, Folded } from './ingest.ts'
import { removeFromDay } from './remove-readings.ts'
import { rollUpDays } from './roll-up.ts'

/** Readings of one scale in any order: epoch seconds, and values in a tile's units, ABSENT where there is none. */
export type ScaleReadings = {
  scaleId: number
  time: Int32Array
  columns: { weight: Int32Array; temperature: Int32Array; humidity: Int32Array }
}

/** Some times of a scale's UTC day, in seconds after `from`, rising. */
export type DayTimes = { scaleId: number; from: number; time: Int32Array }

/** What changed, for those who wait for news. */
export type ReadingNews = Pick<Folded, 'changed' | 'alarms'>

type Ingest = Pick<ReturnType<typeof createIngest>, 'fold' | 'rollUp' | 'reread'>
type ChangedDay = { times: DayTimes; tile: RawTile }

/**
 * Adds and takes away stored readings beside the way of the transmitters, in the writer thread. What came in before is folded
 * first; then tiles of all levels, alarms and the newest reading change in one durable transaction, together with what the caller
 * writes in `alongside`.
 */
export function createReadingChanges(sqlite: SqliteHandle, db: Kysely<Tables>, ingest: Ingest) {
  let prepared: HotStatements | undefined
  const statements = () => {
    prepared ??= prepareHotStatements(sqlite)
    return prepared
  }
  const detection = createDetection(db, statements)

  async function settle(nowMs: number): Promise<ReadingNews> {
    const news: ReadingNews = { changed: [], alarms: [] }
    for (let isDone = false; !isDone; ) {
      const { changed, alarms, partsLeft, more } = await ingest.fold({ nowMs })
      news.changed.push(...changed)
      news.alarms.push(...alarms)
      isDone = partsLeft === 0 && !more
    }
    while (ingest.rollUp().more);
    return news
  }

  async function change(
    nowMs: number,
    kind: 'added' | 'removed',
    changedDays: (read: (scaleId: number, from: number) => RawTile) => ChangedDay[],
    alongside: (days: DayTimes[]) => Promise<void>,
  ): Promise<ReadingNews> {
    const news = await settle(nowMs)
    const tiles = new Map<string, RawTile>()
    const read = (scaleId: number, from: number): RawTile => {
      const key = `${scaleId} ${from}`
      let tile = tiles.get(key)
      if (!tile) {
        const stored = statements().readTile.get(scaleId, levelNumber.raw, from)
        tile = stored ? (decodeTile(stored.bytes) as RawTile) : emptyRawTile(from)
        tiles.set(key, tile)
      }
      return tile
    }
    sqlite.exec('begin immediate')
    try {
      const { revision } = statements().nextRevision.get()!
      const { closed_before: closedBefore } = statements().readClosed.get()!
      const days = changedDays(read).filter(({ tile }) => kind === 'removed' || tile.from >= closedBefore)
      for (const { times, tile } of days) {
        statements().writeTile.run(times.scaleId, levelNumber.raw, tile.from, encodeTile(tile), revision)
        tiles.set(`${times.scaleId} ${tile.from}`, tile)
      }
      const byScale = Map.groupBy(days, ({ times }) => times.scaleId)
      const found = await detection.run(timesOf(byScale, closedBefore), read, nowMs, kind)
      for (const [scaleId, ofScale] of byScale) {
        const starts = ofScale.map(({ tile }) => tile.from)
        rollUpDays(statements(), scaleId, starts, (from) => read(scaleId, from), revision)
      }
      await alongside(days.map(({ times }) => times))
      sqlite.exec('commit')
      ingest.reread([...byScale.keys()])
      return { changed: [...news.changed, ...found.changed], alarms: [...news.alarms, ...found.alarms] }
    } catch (error) {
      if (sqlite.inTransaction) sqlite.exec('rollback')
      throw error
    }
  }

  return {
    /** Adds what is new; the first reading of a time stays. `alongside` gets the times that were new. */
    add: (nowMs: number, readings: readonly ScaleReadings[], alongside: (added: DayTimes[]) => Promise<void>) =>
      change(nowMs, 'added', (read) => readings.flatMap((ofScale) => mergeDays(ofScale, read)), alongside),

    /** Takes away the readings of these times; what is gone already is no error. One entry a scale and day. */
    remove: (nowMs: number, days: readonly DayTimes[], alongside: () => Promise<void>) =>
      change(
        nowMs,
        'removed',
        (read) => days.flatMap((day) => removeFromDay(day, read(day.scaleId, day.from))),
        alongside,
      ),
  }
}

export type ReadingChanges = ReturnType<typeof createReadingChanges>

function mergeDays(
  { scaleId, time, columns }: ScaleReadings,
  read: (scaleId: number, from: number) => RawTile,
): ChangedDay[] {
  const changed: ChangedDay[] = []
  for (const [from, rows] of splitByDay(time)) {
    const pick = (column: Int32Array) => Int32Array.from(rows, (row) => column[row]!)
    const { tile, added, isNew } = mergeRaw(read(scaleId, from), {
      length: rows.length,
      time: pick(time),
      columns: {
        weight: pick(columns.weight),
        temperature: pick(columns.temperature),
        humidity: pick(columns.humidity),
      },
    })
    if (added === 0) continue
    const times = Int32Array.from(
      rows.filter((_, i) => isNew[i]),
      (row) => time[row]! - from,
    ).sort()
    changed.push({ times: { scaleId, from, time: times }, tile })
  }
  return changed
}

/** Epoch seconds by scale, rising. Of closed days nothing is detected anew: what is left of them would tell another story. */
function timesOf(byScale: Map<number, ChangedDay[]>, closedBefore: number): Map<number, number[]> {
  const times = new Map<number, number[]>()
  for (const [scaleId, days] of byScale) {
    const inOrder = days.filter(({ tile }) => tile.from >= closedBefore).toSorted((a, b) => a.tile.from - b.tile.from)
    if (inOrder.length === 0) continue
    times.set(
      scaleId,
      inOrder.flatMap(({ times: { from, time } }) => Array.from(time, (offset) => from + offset)),
    )
  }
  return times
}
