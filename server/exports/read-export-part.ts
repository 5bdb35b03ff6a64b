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
export type ExportPartInput = { style: ExportStyle; series: ExportSeries; from: number; to: number }
export type ExportPart = { text: string; rows: number }

/** A reader thread's task: some weeks of a scale as they stand in the file. */
export async function readExportPart(
  db: Kysely<Tables>,
  { style, series, from, to }: ExportPartInput,
): Promise<ExportPart> {
  const level = style.level === 'hour' ? 'hour' : 'raw'
  const range = { seriesId: series.id, level: levelNumber[level], from: tileSpan(level, from).from, to }
  const stored = await selectSeriesTiles(db, range)
  const tiles = stored.map(({ bytes }) => clipTile(decodeTile(bytes), from, to))
  const measures = style.columns.filter(isMeasure)
  const rows = style.level === 'day' ? dayRows(tiles, measures, daysOf(style, from, to)) : tileRows(tiles, measures)
  return { text: createRowWriter(style, series)(rows), rows: rows.time.length }
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
