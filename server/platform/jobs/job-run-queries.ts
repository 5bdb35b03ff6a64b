import { type ExpressionBuilder, type Kysely, sql, type Updateable } from 'kysely'
import type { JobType } from '#domain/platform/job.ts'
import type { Tables } from '../../store/tables.ts'
import type { JobRow } from './job-queries.ts'
import type { JobTable } from './job-table.ts'

/** The longest wait or lease: a time further ahead was written by a wrong clock. */
const LONGEST_MS = 86_400_000

/** Waiting jobs whose time has come, and running ones whose lease has run out. */
const isDue =
  (nowMs: number) =>
  ({ or, and, eb }: ExpressionBuilder<Tables, 'job'>) => {
    const hasCome = (column: 'due_at' | 'lease_until') =>
      or([eb(column, '<=', nowMs), eb(column, '>', nowMs + LONGEST_MS)])
    return or([
      and([eb('status', '=', 'queued'), hasCome('due_at')]),
      and([eb('status', '=', 'running'), hasCome('lease_until')]),
    ])
  }

/** Running jobs with a valid lease. */
const isRunning =
  (nowMs: number) =>
  ({ and, eb, not }: ExpressionBuilder<Tables, 'job'>) =>
    and([eb('status', '=', 'running'), not(isDue(nowMs)(eb))])

/** The jobs of certain types, or of all others. */
export type JobLane = { is: 'in' | 'not in'; types: JobType[] }

/**
 * The first due jobs of a lane, with accounts taking turns: `turn` is the number of jobs of the same account before it, running or due;
 * `running` the number of running jobs in the lane. The schedule counts as an account.
 */
export function selectDueJobs(
  db: Kysely<Tables>,
  { is, types }: JobLane,
  nowMs: number,
  limit: number,
): Promise<(JobRow & { turn: number; running: number })[]> {
  const running = db.selectFrom('job').where(isRunning(nowMs)).where('type', is, types)
  const due = db
    .selectFrom('job')
    .where(isDue(nowMs))
    .where('type', is, types)
    .select((eb) => [
      'id as due_id',
      eb.fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('account_id').orderBy('due_at').orderBy('id'))
        .as('place'),
    ])
  const held = running
    .select(({ fn }) => [fn.coalesce('account_id', sql.lit(0)).as('holder'), fn.countAll<number>().as('held')])
    .groupBy('holder')
  const count = running.select(({ fn }) => fn.countAll<number>().as('count'))
  const turn = sql<number>`place - 1 + coalesce(held, 0)`
  return db
    .selectFrom('job')
    .innerJoin(due.as('due'), 'due_id', 'job.id')
    .leftJoin(held.as('held'), (join) =>
      join.on(({ eb, fn, ref }) => eb('holder', '=', fn.coalesce(ref('job.account_id'), sql.lit(0)))),
    )
    .selectAll('job')
    .select([turn.as('turn'), count.$asScalar().$notNull().as('running')])
    .orderBy(turn)
    .orderBy('due_at')
    .orderBy('job.id')
    .limit(limit)
    .execute()
}

/** When the next job that is not yet due will be, in epoch ms. */
export async function selectNextDueJob(db: Kysely<Tables>, afterMs: number): Promise<number | undefined> {
  const next = async (status: 'queued' | 'running', column: 'due_at' | 'lease_until') => {
    const query = db.selectFrom('job').select(column).where('status', '=', status).where(column, '>', afterMs)
    const row: { due_at?: number; lease_until?: number | null } | undefined = await query
      .orderBy(column)
      .limit(1)
      .executeTakeFirst()
    return Number(row?.[column] ?? Number.POSITIVE_INFINITY)
  }
  const earliest = Math.min(await next('queued', 'due_at'), await next('running', 'lease_until'))
  return Number.isFinite(earliest) ? earliest : undefined
}

export type Lease = { holder: string; until: number }

/** Takes a due job. Returns undefined if another runner was faster. */
export const takeJob = (
  db: Kysely<Tables>,
  id: number,
  nowMs: number,
  { holder, until }: Lease,
): Promise<JobRow | undefined> =>
  db
    .updateTable('job')
    .set((eb) => ({
      status: 'running',
      lease_holder: holder,
      lease_until: until,
      attempts: eb('attempts', '+', 1),
      progress_permille: 0,
      detail: null,
      started_at: nowMs,
    }))
    .where('id', '=', id)
    .where(isDue(nowMs))
    .returningAll()
    .executeTakeFirst()

/**
 * Puts all running jobs back in the queue: due at once after the first interruption, then later each time. The first `free` interruptions do
 * not count as attempts.
 */
export const requeueLeft = (
  db: Kysely<Tables>,
  nowMs: number,
  { free, waitsMs }: { free: number; waitsMs: number },
): Promise<Pick<JobRow, 'id' | 'type'>[]> =>
  db
    .updateTable('job')
    .set((eb) => ({
      status: 'queued',
      lease_holder: null,
      lease_until: null,
      detail: null,
      due_at: sql<number>`${sql.lit(nowMs)} + interruptions * ${sql.lit(waitsMs)}`,
      attempts: eb
        .case()
        .when('interruptions', '<', free)
        .then(eb('attempts', '-', 1))
        .else(eb.ref('attempts'))
        .end(),
      interruptions: eb('interruptions', '+', 1),
    }))
    .where('status', '=', 'running')
    .returning(['id', 'type'])
    .execute()

/** Changes a job that `holder` is running. Returns undefined if it was canceled, or taken by another runner after the lease ran out. */
export const updateHeldJob = (
  db: Kysely<Tables>,
  id: number,
  holder: string,
  changes: Updateable<JobTable>,
): Promise<JobRow | undefined> =>
  db
    .updateTable('job')
    .set(changes)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where('lease_holder', '=', holder)
    .returningAll()
    .executeTakeFirst()

export const selectSchedules = (db: Kysely<Tables>) => db.selectFrom('job_schedule').selectAll().execute()

/** Returns false if there already is one. */
export async function insertSchedule(db: Kysely<Tables>, type: JobType, plannedAt: number): Promise<boolean> {
  const row = await db
    .insertInto('job_schedule')
    .values({ type, planned_at: plannedAt })
    .onConflict((conflict) => conflict.column('type').doNothing())
    .returning('type')
    .executeTakeFirst()
  return row !== undefined
}

/** Moves a schedule forward. Returns false if somebody else did so. */
export async function moveSchedule(
  db: Kysely<Tables>,
  type: JobType,
  from: number,
  plannedAt: number,
): Promise<boolean> {
  const row = await db
    .updateTable('job_schedule')
    .set({ planned_at: plannedAt })
    .where('type', '=', type)
    .where('planned_at', '=', from)
    .returning('type')
    .executeTakeFirst()
  return row !== undefined
}
