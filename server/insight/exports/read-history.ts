import type { Visit } from '#domain/alerts/visit.ts'
import { readAllVisits } from '../../alerts/visits/read-visits.ts'
import type { Deps } from '../../deps.ts'
import type { HistoryStyle } from './export-rows.ts'
import { type HistoryRow, readHistoryRows } from './history-rows.ts'
import { createHistoryWriter, historyHeadings } from './history-writer.ts'
import { packText } from './packed-text.ts'
import { clocksOf, type ExportReading, type ExportSource, type Heard } from './read-export.ts'

/** Reads the history of some hives, one scale at a time since it is short. Scales without one in the period are left out. */
export async function readHistory(
  { database: { db } }: Pick<Deps, 'database'>,
  { series, style }: ExportSource<HistoryStyle>,
  { signal, progress }: Heard,
): Promise<ExportReading> {
  const visits = new Map<number, Visit[]>()
  const found: { name: string; write: (row: HistoryRow) => string; rows: HistoryRow[] }[] = []
  for (const [at, { from, to, ...one }] of series.entries()) {
    const span = { from: from * 1000, to: to * 1000 - 1 }
    signal.throwIfAborted()
    progress(at / series.length, one.name)
    const ofPlace = visits.get(one.controllerId) ?? (await readAllVisits(db, one.controllerId, span))
    visits.set(one.controllerId, ofPlace)
    const rows = await readHistoryRows(db, one.id, ofPlace, span)
    if (rows.length > 0) found.push({ name: one.name, write: createHistoryWriter(style, one), rows })
  }
  const textOf = (rows: readonly HistoryRow[], write: (row: HistoryRow) => string) => rows.map(write).join('')
  return {
    headings: historyHeadings(style, clocksOf(series)),
    rows: () => found.reduce((sum, { rows }) => sum + rows.length, 0),
    missing: () => 0,
    series: found.map(({ name, write, rows }) => ({
      name,
      parts: [
        {
          file: async () => {
            const bytes = new TextEncoder().encode(textOf(rows, write))
            return { bytes, rows: rows.length, missing: 0 }
          },
          sheet: async ({ crc, skip, room }) => {
            const fitting = rows.slice(skip, skip + room)
            const left = Math.max(0, rows.length - skip - room)
            return { ...packText(textOf(fitting, write), crc), rows: fitting.length, left, missing: 0 }
          },
        },
      ],
    })),
  }
}
