import * as v from 'valibot'
import type { AuditEntry } from '#domain/platform/audit.ts'
import { storedJson } from '../db/stored-json.ts'
import { isoTime } from '../db/stored-time.ts'
import type { AuditRow } from './audit-queries.ts'

const States = v.record(v.string(), v.unknown())

export const toEntry = (row: AuditRow, names: ReadonlyMap<string, string>): AuditEntry => ({
  id: row.id,
  at: isoTime(row.at),
  actorId: row.actor_id,
  actorEmail: row.actor_email,
  actingAsId: row.acting_as_id,
  actingAsEmail: names.get(`user:${row.acting_as_id}`) ?? null,
  action: row.action,
  subjectType: row.subject_type,
  subjectId: row.subject_id,
  subjectName: names.get(`${row.subject_type}:${row.subject_id}`) ?? null,
  before: storedJson(States, row.before, null),
  after: storedJson(States, row.after, null),
  requestId: row.request_id,
})
