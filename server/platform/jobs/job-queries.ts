import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { JobStatus, JobType } from '#domain/platform/job.ts'
import type { Tables } from '../../store/tables.ts'
import { containsWords } from '../db/list-order.ts'
import type { JobTable } from './job-table.ts'

export type JobRow = Selectable<JobTable>

const unfinished = ['queued', 'running'] as const satisfies JobStatus[]

/** Returns undefined if an unfinished job has the same `dedup_key`. */
export const insertJob = (db: Kysely<Tables>, row: Insertable<JobTable>): Promise<JobRow | undefined> =>
  db
    .insertInto('job')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

export const selectJob = (db: Kysely<Tables>, id: number): Promise<JobRow | undefined> =>
  db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst()

export const selectUnfinishedByKey = (db: Kysely<Tables>, dedupKey: string): Promise<JobRow | undefined> =>
  db
    .selectFrom('job')
    .selectAll()
    .where('dedup_key', '=', dedupKey)
    .where('status', 'in', unfinished)
    .executeTakeFirst()

export async function countUnfinished(db: Kysely<Tables>, accountId: number, type: JobType): Promise<number> {
  const { count } = await db
    .selectFrom('job')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('account_id', '=', accountId)
    .where('type', '=', type)
    .where('status', 'in', unfinished)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type JobFilter = {
  /** Undefined: everybody's. */
  accountId: number | undefined
  type?: JobType | undefined
  status?: JobStatus | undefined
  q?: string | undefined
  beforeId?: number | undefined
  limit: number
}

/** Newest first. */
export function selectJobs(db: Kysely<Tables>, filter: JobFilter): Promise<JobRow[]> {
  const { accountId, type, status, q, beforeId, limit } = filter
  let query = db.selectFrom('job').selectAll().orderBy('id', 'desc').limit(limit)
  if (accountId !== undefined) query = query.where('account_id', '=', accountId)
  if (type) query = query.where('type', '=', type)
  if (status) query = query.where('status', '=', status)
  if (beforeId !== undefined) query = query.where('id', '<', beforeId)
  const contains = containsWords(q, [sql.ref('type'), sql.ref('description')])
  if (contains) query = query.where(contains)
  return query.execute()
}

/** Returns undefined if its status is no longer one of `from`. */
export const updateJob = (
  db: Kysely<Tables>,
  id: number,
  from: readonly JobStatus[],
  changes: Updateable<JobTable>,
): Promise<JobRow | undefined> =>
  db.updateTable('job').set(changes).where('id', '=', id).where('status', 'in', from).returningAll().executeTakeFirst()

/** Jobs completed after `afterMs`, and unfinished ones; newest first. */
export const selectRecentJobs = (
  db: Kysely<Tables>,
  type: JobType,
  afterMs: number,
): Promise<Pick<JobRow, 'id' | 'account_id' | 'status'>[]> =>
  db
    .selectFrom('job')
    .select(['id', 'account_id', 'status'])
    .where('type', '=', type)
    .where(({ or, and, eb }) =>
      or([and([eb('status', '=', 'done'), eb('finished_at', '>', afterMs)]), eb('status', 'in', unfinished)]),
    )
    .orderBy('id', 'desc')
    .execute()

/** Deletes some jobs that ended before a time; returns how many. */
export async function deleteOverJobs(db: Kysely<Tables>, beforeMs: number, limit: number): Promise<number> {
  const gone = await db
    .deleteFrom('job')
    .where('id', 'in', (where) =>
      where
        .selectFrom('job')
        .select('id')
        .where('status', 'not in', unfinished)
        .where('finished_at', '<', beforeMs)
        .orderBy('id')
        .limit(limit),
    )
    .returning('id')
    .execute()
  return gone.length
}

export const clearResult = (db: Kysely<Tables>, id: number) =>
  db.updateTable('job').set({ result: null }).where('id', '=', id).where('status', '=', 'done').execute()
