import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { containsWords } from '../db/list-order.ts'
import type { AuditTable } from './audit-table.ts'

export type AuditRow = Selectable<AuditTable>

/** Inserts an entry with the actor's current address, which is empty if the account is gone. */
export async function insertEntry(db: Kysely<Tables>, row: Omit<Insertable<AuditTable>, 'actor_email'>): Promise<void> {
  const actor = await db.selectFrom('account').select('email').where('id', '=', row.actor_id).executeTakeFirst()
  await db
    .insertInto('audit')
    .values({ ...row, actor_email: actor?.email ?? '' })
    .execute()
}

export type AuditFilter = {
  q?: string | undefined
  actorId?: number | undefined
  action?: string | undefined
  subjectType?: string | undefined
  subjectId?: string | undefined
  /** Epoch ms, `to` exclusive. */
  from?: number | undefined
  to?: number | undefined
  beforeId?: number | undefined
  limit: number
}

const searched = ['action', 'actor_email', 'subject_id', 'before', 'after'] as const

/** Newest first. */
export function selectEntries(db: Kysely<Tables>, filter: AuditFilter): Promise<AuditRow[]> {
  const { q, actorId, action, subjectType, subjectId, from, to, beforeId, limit } = filter
  let query = db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(limit)
  if (actorId !== undefined) query = query.where('actor_id', '=', actorId)
  if (action) query = query.where('action', '=', action)
  if (subjectType) query = query.where('subject_type', '=', subjectType)
  if (subjectId) query = query.where('subject_id', '=', subjectId)
  if (from !== undefined) query = query.where('at', '>=', from)
  if (to !== undefined) query = query.where('at', '<', to)
  if (beforeId !== undefined) query = query.where('id', '<', beforeId)
  const found = containsWords(
    q,
    searched.map((column) => sql.ref(column)),
  )
  return (found ? query.where(found) : query).execute()
}

/** Deletes older entries, within a transaction: the database only allows it for entries older than `audit_forgetting` says. */
export async function deleteEntriesBefore(db: Transaction<Tables>, beforeMs: number): Promise<number> {
  const letGo = (before_ms: number) => db.updateTable('audit_forgetting').set({ before_ms }).execute()
  await letGo(beforeMs)
  const { numDeletedRows } = await db.deleteFrom('audit').where('at', '<', beforeMs).executeTakeFirst()
  await letGo(0)
  return Number(numDeletedRows)
}

/** Current names of those subjects that still exist, by type and id. */
export async function selectSubjectNames(
  db: Kysely<Tables>,
  subjects: readonly Pick<AuditRow, 'subject_type' | 'subject_id'>[],
): Promise<Map<string, string>> {
  const idsOf = (type: string) => [
    ...new Set(subjects.filter((one) => one.subject_type === type).map(({ subject_id }) => Number(subject_id))),
  ]
  const names = new Map<string, string>()
  const note = (type: string, rows: { id: number; name: string }[]) => {
    for (const { id, name } of rows) names.set(`${type}:${id}`, name)
  }
  const users = idsOf('user')
  if (users.length > 0) {
    note('user', await db.selectFrom('account').select(['id', 'email as name']).where('id', 'in', users).execute())
  }
  for (const type of ['controller', 'region', 'affiliation'] as const) {
    const ids = idsOf(type)
    if (ids.length > 0) note(type, await db.selectFrom(type).select(['id', 'name']).where('id', 'in', ids).execute())
  }
  return names
}
