import { levelNumber } from '#domain/hives/tiles/timeline-tile.ts'
import type { Deps } from '../../deps.ts'
import { readExtent } from '../../hives/timeline/read-extent.ts'
import { createRests } from '../../platform/loops/rests.ts'
import { exportParts, partsWithTiles, readLevel, tilesOf } from './export-parts.ts'
import { selectTileStarts } from './export-queries.ts'
import type { ExportSeries, ExportStyle } from './export-rows.ts'
import { headingsOf } from './export-rows.ts'
import type { ExportPart, PlaceOnSheet, SheetPart } from './read-export-part.ts'

/** Each scale with its period in epoch seconds, `to` exclusive. */
export type ExportSource<Style = ExportStyle> = {
  series: (ExportSeries & { from: number; to: number })[]
  style: Style
}
export type Heard = { progress(done: number, detail?: string): void; signal: AbortSignal }

/** Reads a part of a scale's rows for a file or a sheet; for a sheet, again with another place as long as rows are left. */
export type PartReader = {
  file(): Promise<ExportPart>
  sheet(place: PlaceOnSheet): Promise<SheetPart>
}

/** The rows of a file; they are read only on request, one part after the other. */
export type ExportReading = {
  headings: string[]
  series: { name: string; parts: PartReader[] }[]
  /** The number of rows read so far, and how many of them say that something is missing. */
  rows(): number
  missing(): number
}

/** The zones of the times in a file, which may be several. */
export const clocksOf = (series: readonly ExportSeries[]): string =>
  [...new Set(series.map(({ timeZone }) => timeZone))].join(', ')

/** Prepares reading, leaving out scales without readings in the period. `heard` gets the progress and may stop the reading. */
export async function readExport(
  { database }: Pick<Deps, 'database'>,
  { series, style }: ExportSource,
  heard: Heard,
): Promise<ExportReading> {
  const planned: { one: ExportSeries; spans: { from: number; to: number }[] }[] = []
  for (const { from, to, ...one } of series) {
    const extent = from < to ? await readExtent(database.db, [one.id], { from, to }) : undefined
    if (!extent) continue
    const level = levelNumber[readLevel(style.level)]
    const starts = await selectTileStarts(database.db, { seriesId: one.id, level, ...tilesOf(style.level, extent) })
    const parts = exportParts(style.level, one.timeZone, extent)
    planned.push({ one, spans: partsWithTiles(style.level, parts, starts) })
  }
  const all = planned.reduce((sum, { spans }) => sum + spans.length, 0)
  let done = 0
  let rows = 0
  let missing = 0
  let rest: (() => Promise<void>) | undefined

  async function counted<Part extends { rows: number; missing: number; left?: number }>(
    name: string,
    read: () => Promise<Part>,
  ): Promise<Part> {
    // writing the previous part counts as part of its work
    await rest?.()
    rest ??= createRests(heard.signal)
    heard.signal.throwIfAborted()
    heard.progress(done / all, name)
    const part = await read()
    rows += part.rows
    missing += part.missing
    if (!part.left) done++
    return part
  }

  const partReader = (one: ExportSeries, span: { from: number; to: number }): PartReader => {
    const wanted = { style, series: one, ...span }
    return {
      file: () => counted(one.name, () => database.read('exportPart', wanted)),
      sheet: (place) => counted(one.name, () => database.read('sheetPart', { ...wanted, place })),
    }
  }

  return {
    headings: headingsOf(style, clocksOf(series)),
    rows: () => rows,
    missing: () => missing,
    series: planned.map(({ one, spans }) => ({ name: one.name, parts: spans.map((span) => partReader(one, span)) })),
  }
}
