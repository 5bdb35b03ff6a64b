import type { Kysely } from 'kysely'
import type { Locale } from '#domain/account.ts'
import { type ExportColumn, type ExportFormat, isMeasure } from '#domain/export.ts'
import { localMidnights } from '#domain/local-midnight.ts'
import { clipTile } from '#domain/tile-clip.ts'
import { decodeTile } from '#domain/tile-codec.ts'
import { type Level, levelNumber, tileSpan } from '#domain/timeline-tile.ts'
import type { Tables } from '../db/tables.ts'
import { selectSeriesTiles } from './export-queries.ts'
import { dayRows, tileRows } from './export-rows.ts'
import { type PackedText, packText } from './packed-text.ts'
import { createRowWriter } from './row-writer.ts'

/** How the rows of a file are written. */
export type ExportStyle = {
  format: ExportFormat
  level: Level
  columns: ExportColumn[]
  timeZone: string
  language: Locale
}
/** A scale as a file names it. */
export type ExportSeries = { id: number; transmitter: string; name: string }
/** Epoch seconds, `to` exclusive; at `level` day both ends are local midnights, or ends of the whole period. */
export type ExportPartInput = {
  style: ExportStyle
  series: ExportSeries
  from: number
  to: number
  place?: PlaceOnSheet | undefined
}

/** Where a part goes on a sheet: `crc` of what is there already, rows to `skip`, and for how many there is `room`. */
export type PlaceOnSheet = { crc: number; skip: number; room: number }

/**
 * UTF-8, which unlike a text moves to another thread without a copy; packed where there is a place for it on a sheet. `left` are
 * the rows for which there was no room.
 */
export type ExportPart = PackedText & { rows: number; left: number }

/** A reader thread's task: some weeks of a scale as they stand in the file. */
export async function readExportPart(
  db: Kysely<Tables>,
  { style, series, from, to, place }: ExportPartInput,
): Promise<ExportPart> {
  const level = style.level === 'hour' ? 'hour' : 'raw'
  const range = { seriesId: series.id, level: levelNumber[level], from: tileSpan(level, from).from, to }
  const stored = await selectSeriesTiles(db, range)
  const tiles = stored.map(({ bytes }) => clipTile(decodeTile(bytes), from, to))
  const measures = style.columns.filter(isMeasure)
  const rows = style.level === 'day' ? dayRows(tiles, measures, daysOf(style, from, to)) : tileRows(tiles, measures)
  const write = createRowWriter(style, series)
  if (!place) {
    const bytes = new TextEncoder().encode(write(rows))
    return { bytes, size: bytes.length, crc: 0, rows: rows.time.length, left: 0 }
  }
  const end = place.skip + place.room
  const fitting = {
    time: rows.time.slice(place.skip, end),
    columns: rows.columns.map((column) => column.slice(place.skip, end)),
  }
  const left = Math.max(0, rows.time.length - end)
  return { ...packText(write(fitting), place.crc), rows: fitting.time.length, left }
}

/** The midnights that begin the days of a part; the first one may lie before it. */
function daysOf({ timeZone }: ExportStyle, from: number, to: number): number[] {
  const midnights = localMidnights({ timeZone }, from - 2 * 86_400, to - 1).map(({ time }) => time)
  return midnights.slice(
    Math.max(
      0,
      midnights.findLastIndex((time) => time <= from),
    ),
  )
}
