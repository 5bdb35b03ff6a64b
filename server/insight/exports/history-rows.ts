import type { Kysely } from 'kysely'
import type { Visit } from '#domain/alerts/visit.ts'
import type { Intervention } from '#domain/hives/intervention.ts'
import { readInterventions } from '../../hives/interventions/read-interventions.ts'
import type { Tables } from '../../store/tables.ts'

/**
 * An entry in a hive's history: an intervention, or a visit that changed its weight. Times ISO 8601;
 * `until` is null if it took no time or is ongoing; `amount` and the weight changes in kg.
 */
export type HistoryRow = Pick<Intervention, 'time' | 'amount' | 'detail'> & {
  until: string | null
  kind: Intervention['label'] | 'visit'
  changes: number[]
  note: string
}

type Span = { from: number; to: number }

/** Returns the history of a scale in a span (epoch ms, both ends inclusive), oldest first. */
export async function readHistoryRows(
  db: Kysely<Tables>,
  scaleId: number,
  visits: readonly Visit[],
  span: Span,
): Promise<HistoryRow[]> {
  const done = await readInterventions(db, [scaleId], span)
  const rows = [
    ...done.map(({ time, label, detail, amount, description }) => ({
      ...{ time, until: null, kind: label, detail, amount, changes: [], note: description },
    })),
    ...visits.flatMap(({ startedAt, endedAt, scales }) => {
      const changes = scales.find((one) => one.scaleId === scaleId)?.changes
      if (!changes) return []
      return [
        { time: startedAt, until: endedAt, kind: 'visit' as const, detail: null, amount: null, changes, note: '' },
      ]
    }),
  ]
  return rows.sort((a, b) => Date.parse(a.time) - Date.parse(b.time))
}
