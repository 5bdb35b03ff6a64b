import type { Intervention } from '#domain/hives/intervention.ts'
import type { InterventionRow } from './intervention-queries.ts'

/** An intervention as the API shows it. */
export const toIntervention = (row: InterventionRow): Intervention => ({
  id: row.id,
  scaleId: row.scale_id,
  label: row.label,
  description: row.description,
  time: new Date(row.time).toISOString(),
})
