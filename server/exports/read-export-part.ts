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
export type ExportSpan = { style: ExportStyle; series: ExportSeries; from: number; to: number }

/** UTF-8, which unlike a text moves to another thread without a copy. */
export type ExportPart = { bytes: Uint8Array<ArrayBuffer>; rows: number }

/** Where rows go on a sheet: `crc` of what is there already, rows to `skip`, and for how many there is `room`. */
export type PlaceOnSheet = { crc: number; skip: number; room: number }

/** `left` are the rows for which there was no room. */
export type SheetPart = PackedText & { rows: number; left: number }

/** A reader thread's task: some weeks of a scale as they stand in the file. */
export async function readExportPart(db: Kysely<Tables>, span: ExportSpan): Promise<ExportPart> {
  const rows = await readRows(db, span)
  const write = createRowWriter(span.style, span.series)
  return { bytes: new TextEncoder().encode(write(rows)), rows: rows.time.length }
}

/** A reader thread's task: the same for a sheet of a workbook, packed. */
export async function readSheetPart(
  db: Kysely<Tables>,
  { place: { crc, skip, room }, ...span }: ExportSpan & { place: PlaceOnSheet },
): Promise<SheetPart> {
  const rows = await readRows(db, span)
  const write = createRowWriter(span.style, span.series)
  const end = skip + room
  const fitting = {
    time: rows.time.slice(skip, end),
    columns: rows.columns.map((column) => column.slice(skip, end)),
  }
  const left = Math.max(0, rows.time.length - end)
  return { ...packText(write(fitting), crc), rows: fitting.time.length, left }
}

async function readRows(db: Kysely<Tables>, { style, series, from, to }: ExportSpan) {
  const level = style.level === 'hour' ? 'hour' : 'raw'
  const range = { seriesId: series.id, level: levelNumber[level], from: tileSpan(level, from).from, to }
  const stored = await selectSeriesTiles(db, range)
  const tiles = stored.map(({ bytes }) => clipTile(decodeTile(bytes), from, to))
  const measures = style.columns.filter(isMeasure)
  return style.level === 'day' ? dayRows(tiles, measures, daysOf(style, from, to)) : tileRows(tiles, measures)
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
