import type { AuditEntry } from '#domain/platform/audit.ts'
import type { AuditRow } from './audit-queries.ts'

export const toEntry = (row: AuditRow, names: ReadonlyMap<string, string>): AuditEntry => ({
  id: row.id,
  at: new Date(Number(row.at)).toISOString(),
  actorId: row.actor_id,
  actorEmail: row.actor_email,
  actingAsId: row.acting_as_id,
  actingAsEmail: names.get(`user:${row.acting_as_id}`) ?? null,
  action: row.action,
  subjectType: row.subject_type,
  subjectId: row.subject_id,
  subjectName: names.get(`${row.subject_type}:${row.subject_id}`) ?? null,
  before: row.before === null ? null : JSON.parse(row.before),
  after: row.after === null ? null : JSON.parse(row.after),
  requestId: row.request_id,
})
