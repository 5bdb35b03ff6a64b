import type { Intervention } from '#domain/hives/intervention.ts'
import { kgFromGrams } from '#domain/hives/units.ts'
import { isoTime } from '../../platform/db/stored-time.ts'
import type { InterventionRow } from './intervention-queries.ts'

/** An intervention as the API shows it. */
export const toIntervention = (row: InterventionRow): Intervention => ({
  id: row.id,
  scaleId: row.scale_id,
  label: row.label,
  description: row.description,
  time: isoTime(row.time),
  amount: row.amount_grams === null ? null : kgFromGrams(row.amount_grams),
  detail: row.detail,
  visitId: row.visit_id,
})
