import type { Kysely } from 'kysely'
import { changedFields, redact } from '#domain/platform/audit.ts'
import type { Tables } from '../../store/tables.ts'
import { insertEntry } from './audit-queries.ts'

/** Who acts, and in whose name, as stored in an entry; `at` in epoch ms. */
export type Author = { at: number; actor_id: number; acting_as_id: number | null; request_id: string | null }

export type Entry = {
  /** `noun.verb` */
  action: string
  subjectType: string
  subjectId: string
  before: object | null
  after: object | null
}

/** Like `recordChange`, but also usable in a thread, which knows of no request: the author is passed in. */
export async function recordEntry(
  db: Kysely<Tables>,
  author: Author,
  { action, subjectType, subjectId, ...states }: Entry,
): Promise<void> {
  const { before, after } = changedFields(states.before, states.after)
  if (before && after && Object.keys(after).length === 0) return
  await insertEntry(db, {
    ...author,
    action,
    subject_type: subjectType,
    subject_id: subjectId,
    before: before && JSON.stringify(redact(before)),
    after: after && JSON.stringify(redact(after)),
  })
}
