import type { Generated } from 'kysely'

/**
 * A message to customers. `types` and `region_ids` are JSON lists; without an affiliation it goes to all affiliations. `job_id`: the job that
 * sends it; if that was cancelled, nothing more is sent.
 */
export type CustomerNoticeTable = {
  id: Generated<number>
  account_id: number | null
  affiliation_id: number | null
  types: string
  region_ids: string
  subject: string
  text: string
  job_id: number | null
  created_at: number
}
