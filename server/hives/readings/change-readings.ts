import { encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { mergeRaw, splitByDay } from '#domain/hives/tiles/tile-merge.ts'
import {
  ABSENT,
  levelNumber,
  type RawColumnName,
  type RawTile,
  rawColumnNames,
} from '#domain/hives/tiles/timeline-tile.ts'
import type { SqliteHandle } from '../../platform/db/open-sqlite.ts'
import type { Noted } from './folding/detection.ts'
import type { Folded } from './folding/folded.ts'
import { coarseTilesOf, rollUpDays } from './folding/roll-up.ts'
import type { createIngest } from './ingest.ts'
import { type DayTimes, removeFromDay } from './remove-readings.ts'
import { type HotStatements, prepareHotStatements } from './store/hot-statements.ts'

/** Epoch seconds, unsigned: from 2038 on they need all 32 bits. */
export type Seconds = Uint32Array

/** Readings of one scale in any order: times in epoch seconds, values in a tile's units, ABSENT where there is none. */
export type ScaleReadings = {
  scaleId: number
  time: Seconds
  columns: { weight: Int32Array; temperature: Int32Array; humidity: Int32Array }
}

/** Weights of one scale in any order: times in epoch seconds, weights in grams, ABSENT where there is none. */
export type ScaleWeights = { scaleId: number; time: Seconds; weight: Int32Array }

export type FilledColumn = 'weight' | 'temperature' | 'humidity'
/** Values of one column of one scale in any order: times in epoch seconds, values in a tile's units. */
export type ScaleColumn = { scaleId: number; column: FilledColumn; time: Seconds; values: Int32Array }
/** `over`: the times at which a value that is already there is replaced. */
export type ScaleFill = ScaleColumn & { over: ReadonlySet<number> }

/** What was added on a day; `readings` counts those that brought something new. */
export type AddedDay = DayTimes & { readings: number }

/** What changed, for those waiting for news. */
export type ReadingNews = Pick<Folded, 'changed'>

type Ingest = Pick<ReturnType<typeof createIngest>['beside'], 'dayNow' | 'changed' | 'detection' | 'tileStore'>
type ChangedDay<Times = DayTimes> = { times: Times; tile: RawTile }
type DayOf = (scaleId: number, from: number) => RawTile

/**
 * Adds and removes stored readings independently of the transmitters, in the writer thread. Tiles of all levels and the newest
 * reading change in one durable transaction, together with what the caller writes in `alongside`. Detection of the changed days is
 * then due, and follows in the folds.
 */
export function createReadingChanges(sqlite: SqliteHandle, ingest: Ingest) {
  let prepared: HotStatements | undefined
  const statements = () => {
    prepared ??= prepareHotStatements(sqlite)
    return prepared
  }

  async function change<Times extends DayTimes>(
    kind: 'added' | 'removed',
    changedDays: (read: DayOf) => ChangedDay<Times>[],
    alongside: (days: Times[]) => Promise<void>,
  ): Promise<ReadingNews> {
    const tiles = new Map<string, RawTile>()
    const read: DayOf = (scaleId, from) => tiles.get(`${scaleId} ${from}`) ?? ingest.dayNow(scaleId, from)
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
      const noted: Noted = { states: new Map(), due: new Map() }
      for (const [scaleId, times] of timesOf(byScale, closedBefore)) {
        const { states, due } = await ingest.detection.noteChange(scaleId, times, read, kind)
        for (const entry of states) noted.states.set(...entry)
        for (const entry of due) noted.due.set(...entry)
      }
      for (const [scaleId, ofScale] of byScale) {
        const starts = ofScale.map(({ tile }) => tile.from)
        const coarse = ingest.tileStore.tiles(coarseTilesOf(scaleId, starts))
        for (const { level, from, bytes } of rollUpDays(scaleId, starts, (day) => read(scaleId, day), coarse)) {
          statements().writeTile.run(scaleId, levelNumber[level], from, bytes, revision)
        }
      }
      await alongside(days.map(({ times }) => times))
      sqlite.exec('commit')
      ingest.changed(
        days.map(({ times, tile }) => ({ seriesId: times.scaleId, tile })),
        noted,
      )
      return { changed: changedOf(byScale.keys()) }
    } catch (error) {
      if (sqlite.inTransaction) sqlite.exec('rollback')
      throw error
    }
  }

  function changedOf(scaleIds: Iterable<number>): ReadingNews['changed'] {
    const known = [...scaleIds].flatMap((scaleId) => {
      const scale = statements().readScale.get(scaleId)
      return scale ? [{ scaleId, controllerId: scale.controller_id }] : []
    })
    return [...Map.groupBy(known, ({ controllerId }) => controllerId)].map(([controllerId, scales]) => ({
      controllerId,
      scaleIds: scales.map(({ scaleId }) => scaleId),
    }))
  }

  return {
    /** Adds what is new; the first value at a time and column stays. `alongside` gets the times, with the columns that were new. */
    add: (readings: readonly ScaleReadings[], alongside: (added: AddedDay[]) => Promise<void>) =>
      change('added', (read) => readings.flatMap((ofScale) => mergeDays(ofScale, read)), alongside),

    /** Makes these the weights at their times, whatever was there before; other values at these times stay. */
    weigh: (weights: readonly ScaleWeights[], alongside: () => Promise<void>) =>
      change(
        'added',
        (read) => weights.flatMap(({ weight, ...of }) => setDays({ ...of, column: 'weight', values: weight }, read)),
        alongside,
      ),

    /** Sets values where their column has none at that time yet, or `over` it; other readings stay. `alongside` gets the times that changed. */
    fill: (columns: readonly ScaleFill[], alongside: (filled: DayTimes[]) => Promise<void>) =>
      change('added', (read) => columns.flatMap((ofScale) => setDays(ofScale, read, ofScale.over)), alongside),

    /** Removes filled-in values where the column still has exactly that value, and times that are left without any value. */
    takeBack: (columns: readonly ScaleColumn[], alongside: () => Promise<void>) =>
      change('removed', (read) => columns.flatMap((ofScale) => takeBackDays(ofScale, read)), alongside),

    /** Removes the meant values at these times; those already gone are not an error. One entry per scale and day. */
    remove: (days: readonly DayTimes[], alongside: () => Promise<void>) =>
      change('removed', (read) => days.flatMap((day) => removeFromDay(day, read(day.scaleId, day.from))), alongside),
  }
}

export type ReadingChanges = ReturnType<typeof createReadingChanges>

function mergeDays(
  { scaleId, time, columns }: ScaleReadings,
  read: (scaleId: number, from: number) => RawTile,
): ChangedDay<AddedDay>[] {
  const changed: ChangedDay<AddedDay>[] = []
  for (const [from, rows] of splitByDay(time)) {
    const before = read(scaleId, from)
    const pick = (column: Int32Array) => Int32Array.from(rows, (row) => column[row]!)
    const values = {
      weight: pick(columns.weight),
      temperature: pick(columns.temperature),
      humidity: pick(columns.humidity),
    }
    const { tile, added } = mergeRaw(
      before,
      { length: rows.length, time: rows.map((row) => time[row]!), columns: values },
      'gaps are filled',
    )
    if (added > 0) changed.push({ times: { scaleId, from, readings: added, ...broughtTo(before, tile) }, tile })
  }
  return changed
}

const BROUGHT = 1

/** The times at which a day has more values than before, and the columns in which it does. */
function broughtTo(before: RawTile, tile: RawTile): { time: Int32Array; columns: RawTile['columns'] } {
  const slotBefore = new Map(Array.from(before.time, (offset, slot) => [offset, slot]))
  const isBrought = (name: RawColumnName, slot: number) => {
    if ((tile.columns[name]?.[slot] ?? ABSENT) === ABSENT) return false
    const old = slotBefore.get(tile.time[slot]!)
    return old === undefined || (before.columns[name]?.[old] ?? ABSENT) === ABSENT
  }
  const names = rawColumnNames.filter((name) => tile.columns[name])
  const slots = Array.from(tile.time.keys()).filter((slot) => names.some((name) => isBrought(name, slot)))
  const columns: RawTile['columns'] = {}
  for (const name of names) {
    const marks = Int32Array.from(slots, (slot) => (isBrought(name, slot) ? BROUGHT : ABSENT))
    if (marks.includes(BROUGHT)) columns[name] = marks
  }
  return { time: Int32Array.from(slots, (slot) => tile.time[slot]!), columns }
}

function setDays(
  { scaleId, column: name, time, values }: ScaleColumn,
  read: DayOf,
  over?: ReadonlySet<number>,
): ChangedDay[] {
  const changed: ChangedDay[] = []
  for (const [from, rows] of splitByDay(time)) {
    const before = read(scaleId, from)
    const given = new Map(rows.map((row) => [time[row]! - from, values[row]!]))
    const some = rows.filter((row) => values[row] !== ABSENT)
    const added = { time: some.map((row) => time[row]!), columns: {} }
    const { tile } = mergeRaw(before, { length: some.length, ...added })
    const column = tile.columns[name]?.slice() ?? new Int32Array(tile.length).fill(ABSENT)
    const times: number[] = []
    tile.time.forEach((offset, i) => {
      const value = given.get(offset)
      const stays = over && column[i] !== ABSENT && !over.has(from + offset)
      if (value === undefined || value === column[i] || stays) return
      column[i] = value
      times.push(offset)
    })
    if (times.length === 0) continue
    const columns = { ...tile.columns, [name]: column }
    changed.push({ times: { scaleId, from, time: Int32Array.from(times) }, tile: { ...tile, columns } })
  }
  return changed
}

function takeBackDays({ scaleId, column: name, time, values }: ScaleColumn, read: DayOf): ChangedDay[] {
  const changed: ChangedDay[] = []
  for (const [from, rows] of splitByDay(time)) {
    const before = read(scaleId, from)
    const given = new Map(rows.map((row) => [time[row]! - from, values[row]!]))
    const column = before.columns[name]?.slice()
    if (!column) continue
    const at = Array.from(before.time.keys()).filter((i) => column[i] === given.get(before.time[i]!))
    if (at.length === 0) continue
    for (const i of at) column[i] = ABSENT
    const tile = { ...before, columns: { ...before.columns, [name]: column } }
    const bare = at.filter((i) => Object.values(tile.columns).every((one) => one?.[i] === ABSENT))
    const offsets = (places: readonly number[]) => Int32Array.from(places, (i) => before.time[i]!)
    const times = { scaleId, from, time: offsets(at) }
    const [left] = removeFromDay({ ...times, time: offsets(bare) }, tile)
    changed.push({ times, tile: left?.tile ?? tile })
  }
  return changed
}

/** Epoch seconds by scale, ascending. Closed days are left out: detection would give other results on what is left of them. */
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
