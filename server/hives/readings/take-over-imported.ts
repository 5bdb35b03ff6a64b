import { decodeTile, encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import {
  ABSENT,
  levelNumber,
  type RawColumnName,
  type RawTile,
  rawColumnNames,
} from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { OpenTiles } from './folding/open-tiles.ts'
import { InboxField, seriesAt, timeAt } from './inbox/inbox-rows.ts'
import type { DayTimes } from './remove-readings.ts'
import { meantColumns, removeFromDay } from './remove-readings.ts'
import type { HotStatements, KnownScale } from './store/hot-statements.ts'

type Noted = { importId: number; tile: RawTile }

/**
 * Removes imported values where inbox rows (each in its own array) have values at the same times, in the open transaction: a
 * transmitter takes precedence over a table, which keeps the quantities the transmitter does not send. An undo of the import then
 * only removes what is left of it.
 */
export function takeOverImported(
  { statements, tiles }: { statements: HotStatements; tiles: OpenTiles },
  scales: readonly KnownScale[],
  rows: readonly Int32Array[],
): void {
  const imported = new Set(scales.filter(({ has_imports }) => has_imports === 1).map(({ id }) => id))
  if (imported.size === 0) return
  const times = Map.groupBy(
    rows.filter((row) => imported.has(seriesAt(row, 0))),
    (row) => `${seriesAt(row, 0)} ${dayOf(timeAt(row, 0))}`,
  )
  for (const ofDay of times.values()) {
    const [scaleId, from] = [seriesAt(ofDay[0]!, 0), dayOf(timeAt(ofDay[0]!, 0))]
    const sent = Map.groupBy(ofDay, (row) => timeAt(row, 0) - from)
    const noted = notedOf(statements, scaleId, from).filter(({ tile }) => tile.time.some((offset) => sent.has(offset)))
    const day = noted.length > 0 && readableDay(tiles, scaleId, from)
    if (!day) continue
    const taken = new Map<number, Set<RawColumnName>>()
    for (const { importId, tile } of noted) {
      const left = withoutSaid(tile, sent, scaleId, taken)
      if (left === tile) continue
      if (left.length > 0) statements.keepImported.run(encodeTile(left), importId, scaleId, from)
      else statements.forgetImported.run(importId, scaleId, from)
    }
    const [left] = removeFromDay({ scaleId, from, ...marksOf(taken) }, day)
    if (!left) continue
    const { revision } = statements.nextRevision.get()!
    statements.writeTile.run(scaleId, levelNumber.raw, from, encodeTile(left.tile), revision)
    tiles.replace(scaleId, left.tile)
  }
}

/** Returns the record of an import without the values that rows replace, which are added to `taken`; the same record if they replace none. */
function withoutSaid(
  note: RawTile,
  sent: ReadonlyMap<number, Int32Array[]>,
  scaleId: number,
  taken: Map<number, Set<RawColumnName>>,
): RawTile {
  const said = new Map<number, Set<RawColumnName>>()
  note.time.forEach((offset, slot) => {
    const rows = sent.get(offset) ?? []
    const names = meantColumns(note, slot).filter((name) => rows.some((row) => row[InboxField[name]] !== ABSENT))
    if (names.length === 0) return
    taken.set(offset, new Set([...(taken.get(offset) ?? []), ...names]))
    // in a record without columns the whole time goes
    said.set(offset, new Set(rawColumnNames.some((name) => isValueAt(note, name, slot)) ? names : rawColumnNames))
  })
  return removeFromDay({ scaleId, from: note.from, ...marksOf(said) }, note)[0]?.tile ?? note
}

const isValueAt = ({ columns }: RawTile, name: RawColumnName, slot: number) =>
  (columns[name]?.[slot] ?? ABSENT) !== ABSENT

/** The times, with the columns that are meant at each. */
function marksOf(meant: ReadonlyMap<number, ReadonlySet<RawColumnName>>): Pick<DayTimes, 'time' | 'columns'> {
  const offsets = [...meant.keys()].sort((a, b) => a - b)
  const marks = (name: RawColumnName) =>
    Int32Array.from(offsets, (offset) => (meant.get(offset)!.has(name) ? 1 : ABSENT))
  return {
    time: Int32Array.from(offsets),
    columns: Object.fromEntries(rawColumnNames.map((name) => [name, marks(name)])),
  }
}

/** Undefined if it cannot be read: then the rows are set aside like any others of that day. */
function readableDay(tiles: OpenTiles, scaleId: number, from: number): RawTile | undefined {
  try {
    return tiles.get(scaleId, from)
  } catch {
    return undefined
  }
}

const dayOf = (time: number) => time - (time % DAY_SECONDS)

/** The records of what imports brought on a day. An unreadable record is skipped, as it cannot be undone either. */
function notedOf(statements: HotStatements, scaleId: number, from: number): Noted[] {
  return statements.importedOn.all(scaleId, from).flatMap(({ import_id, bytes }) => {
    try {
      return [{ importId: import_id, tile: decodeTile(bytes) as RawTile }]
    } catch {
      return []
    }
  })
}
