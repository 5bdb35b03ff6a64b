import { decodeTile, encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { ABSENT, levelNumber, type RawTile, rawColumnNames } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { OpenTiles } from './folding/open-tiles.ts'
import { InboxField, seriesAt, timeAt } from './inbox/inbox-rows.ts'
import { removeFromDay } from './remove-readings.ts'
import type { HotStatements, KnownScale } from './store/hot-statements.ts'

type Noted = { importId: number; tile: RawTile }

/**
 * Takes values that an import brought out of the way of inbox rows (each in an array of its own) of the same times, in the open
 * transaction: what a transmitter says of a time counts more than a table, which keeps what it does not speak of. No undo of the import
 * takes such a time along.
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
    const sent = new Set(ofDay.map((row) => timeAt(row, 0) - from))
    const noted = notedOf(statements, scaleId, from).filter(({ tile }) => tile.time.some((offset) => sent.has(offset)))
    const day = noted.length > 0 && readableDay(tiles, scaleId, from)
    if (!day) continue
    for (const { importId, tile } of noted) {
      const left = without(tile, sent, scaleId)
      if (left.length > 0) statements.keepImported.run(encodeTile(left), importId, scaleId, from)
      else statements.forgetImported.run(importId, scaleId, from)
    }
    const taken = new Set(noted.flatMap(({ tile }) => [...tile.time.filter((offset) => sent.has(offset))]))
    const left = withoutSaid(
      day,
      ofDay.filter((row) => taken.has(timeAt(row, 0) - from)),
      scaleId,
    )
    if (left === day) continue
    const { revision } = statements.nextRevision.get()!
    statements.writeTile.run(scaleId, levelNumber.raw, from, encodeTile(left), revision)
    tiles.replace(scaleId, left)
  }
}

const without = (tile: RawTile, offsets: ReadonlySet<number>, scaleId: number): RawTile =>
  removeFromDay({ scaleId, from: tile.from, time: Int32Array.from(offsets) }, tile)[0]?.tile ?? tile

/** A day without the values in whose place rows have some; the same one where there are none. */
function withoutSaid(day: RawTile, rows: readonly Int32Array[], scaleId: number): RawTile {
  const slotOf = new Map(Array.from(day.time, (offset, slot) => [offset, slot]))
  const columns: RawTile['columns'] = {}
  const emptied = new Set<number>()
  for (const row of rows) {
    const offset = timeAt(row, 0) - day.from
    const slot = slotOf.get(offset)
    if (slot === undefined) continue
    for (const name of rawColumnNames) {
      const had = columns[name] ?? day.columns[name]
      if (!had || had[slot] === ABSENT || row[InboxField[name]] === ABSENT) continue
      columns[name] ??= had.slice()
      columns[name][slot] = ABSENT
      emptied.add(offset)
    }
  }
  if (emptied.size === 0) return day
  const left: RawTile = { ...day, columns: { ...day.columns, ...columns } }
  for (const offset of emptied) {
    if (rawColumnNames.some((name) => (left.columns[name]?.[slotOf.get(offset)!] ?? ABSENT) !== ABSENT))
      emptied.delete(offset)
  }
  return without(left, emptied, scaleId)
}

/** Nothing where it cannot be read: the rows are set aside beside it then, like any others of that day. */
function readableDay(tiles: OpenTiles, scaleId: number, from: number): RawTile | undefined {
  try {
    return tiles.get(scaleId, from)
  } catch {
    return undefined
  }
}

const dayOf = (time: number) => time - (time % DAY_SECONDS)

/** What imports are noted to have brought on a day. Of a note that cannot be read nothing can be undone either. */
function notedOf(statements: HotStatements, scaleId: number, from: number): Noted[] {
  return statements.importedOn.all(scaleId, from).flatMap(({ import_id, bytes }) => {
    try {
      return [{ importId: import_id, tile: decodeTile(bytes) as RawTile }]
    } catch {
      return []
    }
  })
}
