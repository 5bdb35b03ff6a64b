import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../http/deps.ts'
import { readExtent } from '../timeline/read-extent.ts'
import { exportParts } from './export-parts.ts'
import type { ExportSeries, ExportStyle } from './read-export-part.ts'

const LONGEST_PAUSE_MS = 1000

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
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
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
    for (const part of parts) {
      heard.signal.throwIfAborted()
      heard.progress(done / all, one.name)
      const begun = clock.now()
      const read = await database.read('exportPart', { style, series: one, ...part })
      // half of the time is left to transmitters and to who looks at a chart
      await pause(Math.min(Math.max(0, clock.now() - begun), LONGEST_PAUSE_MS))
      rows += read.rows
      done++
      if (read.text) yield read.text
    }
  }
  return { rows: () => rows, series: planned.map((plan) => ({ name: plan.one.name, texts: () => texts(plan) })) }
}
