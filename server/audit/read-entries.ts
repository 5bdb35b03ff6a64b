import type { Kysely } from 'kysely'
import type { AuditEntry } from '#domain/audit.ts'
import type { Tables } from '../db/tables.ts'
import { type AuditFilter, selectEntries, selectSubjectNames } from './audit-queries.ts'
import { toEntry } from './to-entry.ts'

/** The entries of a filter, newest first, with what their subjects are called now. */
export async function readEntries(db: Kysely<Tables>, filter: AuditFilter): Promise<AuditEntry[]> {
  const rows = await selectEntries(db, filter)
  const names = await selectSubjectNames(db, rows)
  return rows.map((row) => toEntry(row, names.get(`${row.subject_type}:${row.subject_id}`) ?? null))
}
