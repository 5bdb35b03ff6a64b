import { type ExpressionBuilder, type Kysely, sql, type Updateable } from 'kysely'
import type { JobType } from '#domain/platform/job.ts'
import type { Tables } from '../../store/tables.ts'
import type { JobRow } from './job-queries.ts'
import type { JobTable } from './job-table.ts'

/** Nothing waits, and no lease holds, for longer: a time further ahead comes from a clock that was wrong. */
const LONGEST_MS = 86_400_000

/** Waiting jobs whose time has come, and those whose runner let its lease run out. */
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

/** Those that somebody holds. */
const isRunning =
  (nowMs: number) =>
  ({ and, eb, not }: ExpressionBuilder<Tables, 'job'>) =>
    and([eb('status', '=', 'running'), not(isDue(nowMs)(eb))])

/** The jobs of some types, or of all others. */
export type JobLane = { is: 'in' | 'not in'; types: JobType[] }

/**
 * The first due jobs of a lane, those of all accounts in turns: `turn` is how many of its account come before it, under way or due;
 * `running` how many of the lane are under way. The schedule counts as an account.
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

/** When the next job is due that is not yet, in epoch ms. */
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

/** Takes a due job; undefined where somebody else was faster. */
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

/** Lets all jobs that somebody holds wait again: the first time for nothing, then longer each time. The `free` first interruptions are no tries. */
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

/** Changes a job that `holder` runs; undefined where it was cancelled, or taken by another after the lease ran out. */
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

/** False where there is one already. */
export async function insertSchedule(db: Kysely<Tables>, type: JobType, plannedAt: number): Promise<boolean> {
  const row = await db
    .insertInto('job_schedule')
    .values({ type, planned_at: plannedAt })
    .onConflict((conflict) => conflict.column('type').doNothing())
    .returning('type')
    .executeTakeFirst()
  return row !== undefined
}

/** Moves a schedule on; false where it was moved meanwhile. */
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
