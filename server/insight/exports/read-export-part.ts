import type { Kysely } from 'kysely'
import { localMidnights } from '#domain/hives/local-midnight.ts'
import { clipTileByBegin } from '#domain/hives/tiles/tile-clip.ts'
import { levelNumber, type Tile, tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { isMeasure } from '#domain/insight/export.ts'
import { wholeTile } from '../../hives/timeline/whole-tiles.ts'
import type { Tables } from '../../store/tables.ts'
import { readLevel, tilesOf } from './export-parts.ts'
import { selectSeriesTiles } from './export-queries.ts'
import { dayRows, type ExportRows, type ExportSeries, type ExportStyle, tileRows } from './export-rows.ts'
import { createMissingWriter, type MissingSpan } from './missing-rows.ts'
import { type PackedText, packText } from './packed-text.ts'
import { createRowWriter } from './row-writer.ts'
import { isThin, withHours } from './thinned-days.ts'

/** Epoch seconds, `to` exclusive; at level `day` both ends are local midnights, or the ends of the whole period. */
export type ExportSpan = { style: ExportStyle; series: ExportSeries; from: number; to: number }

/** UTF-8 bytes, which unlike a string move to another thread without a copy. `rows` includes those that say what is missing. */
export type ExportPart = { bytes: Uint8Array<ArrayBuffer>; rows: number; missing: number }

/** Where rows go on a sheet: the `crc` of what is there already, how many rows to `skip`, and how many there is `room` for. */
export type PlaceOnSheet = { crc: number; skip: number; room: number }

/** `left`: the number of rows there was no room for. `missing`: how many of the rows on the sheet say that something is missing. */
export type SheetPart = PackedText & { rows: number; left: number; missing: number }

/** A reader thread's task: returns some weeks of a scale as file text, followed by a line for each damaged stretch. */
export async function readExportPart(db: Kysely<Tables>, span: ExportSpan): Promise<ExportPart> {
  const { rows, missing } = await readRows(db, span)
  const write = createRowWriter(span.style, span.series)
  const text = write(rows) + missing.map(createMissingWriter(span.style, span.series)).join('')
  return { bytes: new TextEncoder().encode(text), rows: rows.time.length + missing.length, missing: missing.length }
}

/** A reader thread's task: returns the same for a sheet of a workbook, packed. */
export async function readSheetPart(
  db: Kysely<Tables>,
  { place: { crc, skip, room }, ...span }: ExportSpan & { place: PlaceOnSheet },
): Promise<SheetPart> {
  const { rows, missing } = await readRows(db, span)
  const write = createRowWriter(span.style, span.series)
  const end = skip + room
  const count = rows.time.length
  const fitting = {
    time: rows.time.slice(skip, end),
    columns: rows.columns.map((column) => column.slice(skip, end)),
  }
  const told = missing.slice(Math.max(0, skip - count), Math.max(0, end - count))
  const text = write(fitting) + told.map(createMissingWriter(span.style, span.series)).join('')
  const left = Math.max(0, count + missing.length - end)
  return { ...packText(text, crc), rows: fitting.time.length + told.length, left, missing: told.length }
}

/** `missing`: the stretches whose stored readings are damaged. */
async function readRows(
  db: Kysely<Tables>,
  { style, series, from, to }: ExportSpan,
): Promise<{ rows: ExportRows; missing: MissingSpan[] }> {
  const level = readLevel(style.level)
  const range = { seriesId: series.id, level: levelNumber[level], ...tilesOf(style.level, { from, to }) }
  const whole: Tile[] = []
  const missing: MissingSpan[] = []
  for (const stored of await selectSeriesTiles(db, range)) {
    const tile = wholeTile(stored.bytes)
    const span = tileSpan(level, Number(stored.from))
    if (tile) whole.push(tile)
    else missing.push({ from: Math.max(from, span.from), to: Math.min(to, span.to) })
  }
  const known = style.level === 'day' ? await withTheirHours(db, series.id, whole) : whole
  const tiles = known.map((tile) => clipTileByBegin(tile, from, to))
  const measures = style.columns.filter(isMeasure)
  const rows = style.level === 'day' ? dayRows(tiles, measures, daysOf(series, from, to)) : tileRows(tiles, measures)
  return { rows, missing }
}

/** Returns days of readings; those that may have been thinned with what their hours know of them. */
async function withTheirHours(db: Kysely<Tables>, seriesId: number, days: readonly Tile[]): Promise<readonly Tile[]> {
  const thin = days.filter(isThin)
  if (thin.length === 0) return days
  const range = { from: tileSpan('hour', thin[0]!.from).from, to: thin.at(-1)!.from + 1 }
  const rows = await selectSeriesTiles(db, { seriesId, level: levelNumber.hour, ...range })
  const months = rows.flatMap(({ bytes }) => wholeTile(bytes) ?? [])
  return days.map((day) => (isThin(day) ? withHours(day, months) : day))
}

/** The midnights that begin the days of a part; the first may lie before the part. */
function daysOf({ timeZone }: ExportSeries, from: number, to: number): number[] {
  const midnights = localMidnights({ timeZone }, from - 2 * 86_400, to - 1).map(({ time }) => time)
  return midnights.slice(
    Math.max(
      0,
      midnights.findLastIndex((time) => time <= from),
    ),
  )
}
