import type { Kysely } from 'kysely'
import type { AuditEntry } from '#domain/platform/audit.ts'
import type { Tables } from '../../store/tables.ts'
import { type AuditFilter, selectEntries, selectSubjectNames } from './audit-queries.ts'
import { toEntry } from './to-entry.ts'

/** The entries matching a filter, newest first, with the current names of their subjects, and of the accounts in whose name somebody acted. */
export async function readEntries(db: Kysely<Tables>, filter: AuditFilter): Promise<AuditEntry[]> {
  const rows = await selectEntries(db, filter)
  const actedFor = rows.flatMap(({ acting_as_id: id }) =>
    id === null ? [] : [{ subject_type: 'user', subject_id: String(id) }],
  )
  const names = await selectSubjectNames(db, [...rows, ...actedFor])
  return rows.map((row) => toEntry(row, names))
}
