import type { Generated } from 'kysely'

/**
 * One change by an administrator or manager. Rows are only ever added, and deleted as a whole when they are old; triggers enforce
 * that. `at` in epoch ms; `acting_as_id`: the account in whose name it was made; `before` and `after` are JSON of what changed, without secrets.
 */
export type AuditTable = {
  id: Generated<number>
  at: number
  actor_id: number
  actor_email: string
  acting_as_id: number | null
  action: string
  subject_type: string
  subject_id: string
  before: string | null
  after: string | null
  request_id: string | null
}

/** A single row: entries from before this moment (epoch ms) may be deleted; 0 except while the retention runs. */
export type AuditForgettingTable = { id: number; before_ms: number }
