import type { InterventionDetail, InterventionLabel } from '#domain/hives/intervention.ts'

/** Times in epoch ms. A deleted row stays, so that posting its id again brings it back instead of making another. */
export type InterventionTable = {
  id: string
  scale_id: number
  label: InterventionLabel
  description: string
  time: number
  created_by: number | null
  created_at: number
  deleted_at: number | null
  amount_grams: number | null
  detail: InterventionDetail | null
  /** The id of a visit that may not have arrived yet, or was deleted. */
  visit_id: string | null
}
