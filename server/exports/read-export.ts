import type { Deps } from '../http/deps.ts'
import { createRests } from '../platform/rests.ts'
import { readExtent } from '../timeline/read-extent.ts'
import { exportParts } from './export-parts.ts'
import type { ExportSeries, ExportStyle } from './read-export-part.ts'

export type ExportSource = {
  series: ExportSeries[]
  style: ExportStyle
  /** Epoch seconds, `to` exclusive. */
  from: number
  to: number
}
export type Heard = { progress(done: number, detail?: string): void; signal: AbortSignal }

/** The rows of a file, part after part; nothing is read before it is asked for. */
export type ExportReading = {
  series: { name: string; texts(): AsyncGenerator<string> }[]
  /** Rows read so far. */
  rows(): number
}

/** Prepares reading. Scales without readings in the period are left out. `heard` is told how far it is and may end it. */
export async function readExport(
  { database }: Pick<Deps, 'database'>,
  { series, style, from, to }: ExportSource,
  heard: Heard,
): Promise<ExportReading> {
  const planned: { one: ExportSeries; parts: { from: number; to: number }[] }[] = []
  for (const one of series) {
    const extent = await readExtent(database.db, [one.id], { from, to })
    if (extent) planned.push({ one, parts: exportParts(style.level, style.timeZone, extent) })
  }
  const all = planned.reduce((sum, { parts }) => sum + parts.length, 0)
  let done = 0
  let rows = 0
  async function* texts({ one, parts }: (typeof planned)[number]) {
    const rest = createRests(heard.signal)
    for (const part of parts) {
      heard.signal.throwIfAborted()
      heard.progress(done / all, one.name)
      const read = await database.read('exportPart', { style, series: one, ...part })
      rows += read.rows
      done++
      // packing it is part of the work
      if (read.text) yield read.text
      await rest()
    }
  }
  return { rows: () => rows, series: planned.map((plan) => ({ name: plan.one.name, texts: () => texts(plan) })) }
}
