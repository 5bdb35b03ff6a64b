import type { VisitEnd } from '#domain/alerts/visit.ts'

/** Times in epoch ms. A deleted row stays, so that late messages do not create it again. */
export type VisitTable = {
  id: string
  controller_id: number
  started_at: number
  ended_at: number | null
  ended_by: VisitEnd | null
  created_by: number | null
  created_at: number
  deleted_at: number | null
}
