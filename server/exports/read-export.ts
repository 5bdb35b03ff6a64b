import type { Deps } from '../http/deps.ts'
import { createRests } from '../platform/rests.ts'
import { readExtent } from '../timeline/read-extent.ts'
import { exportParts } from './export-parts.ts'
import type { ExportPart, ExportSeries, ExportStyle, PlaceOnSheet } from './read-export-part.ts'

export type ExportSource = {
  series: ExportSeries[]
  style: ExportStyle
  /** Epoch seconds, `to` exclusive. */
  from: number
  to: number
}
export type Heard = { progress(done: number, detail?: string): void; signal: AbortSignal }

/** A part of a scale's rows. To be asked for one after the other; again with a further place where rows are left. */
export type ReadPart = (place?: PlaceOnSheet) => Promise<ExportPart>

/** The rows of a file, part after part; nothing is read before it is asked for. */
export type ExportReading = {
  series: { name: string; parts: ReadPart[] }[]
  /** Rows read so far. */
  rows(): number
}

/** Prepares reading. Scales without readings in the period are left out. `heard` is told how far it is and may end it. */
export async function readExport(
  { database }: Pick<Deps, 'database'>,
  { series, style, from, to }: ExportSource,
  heard: Heard,
): Promise<ExportReading> {
  const planned: { one: ExportSeries; spans: { from: number; to: number }[] }[] = []
  for (const one of series) {
    const extent = await readExtent(database.db, [one.id], { from, to })
    if (extent) planned.push({ one, spans: exportParts(style.level, style.timeZone, extent) })
  }
  const all = planned.reduce((sum, { spans }) => sum + spans.length, 0)
  let done = 0
  let rows = 0
  let rest: (() => Promise<void>) | undefined

  async function read(one: ExportSeries, span: { from: number; to: number }, place?: PlaceOnSheet) {
    // writing the part before was part of its work
    await rest?.()
    rest ??= createRests(heard.signal)
    heard.signal.throwIfAborted()
    heard.progress(done / all, one.name)
    const part = await database.read('exportPart', { style, series: one, ...span, place })
    rows += part.rows
    if (part.left === 0) done++
    return part
  }
  return {
    rows: () => rows,
    series: planned.map(({ one, spans }) => ({
      name: one.name,
      parts: spans.map(
        (span): ReadPart =>
          (place) =>
            read(one, span, place),
      ),
    })),
  }
}
