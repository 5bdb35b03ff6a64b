import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../store/tables.ts'

const DAY_BYTES = Float64Array.BYTES_PER_ELEMENT

/** `days`: the number of days without hours, listed in the row itself, or of days that detection still has to judge. */
const setAside = (db: Kysely<Tables>) =>
  db
    .selectFrom('set_aside')
    .innerJoin('controller', 'controller.id', 'set_aside.controller_id')
    .leftJoin('scale', 'scale.id', 'set_aside.series_id')
    .select([
      'set_aside.id',
      'set_aside.controller_id',
      'set_aside.series_id',
      'set_aside.stage',
      'set_aside.reason',
      'set_aside.message',
      'set_aside.readings',
      'set_aside.received_at',
      'set_aside.attempts',
      'set_aside.tried_at',
      'controller.name as controller',
      'controller.imei',
      'scale.id as scale_id',
      'scale.name as scale',
      'scale.channel',
    ])
    .select((eb) => [
      sql<number>`coalesce(length(set_aside.body), 0)`.as('bytes'),
      eb
        .case()
        .when('set_aside.stage', '=', 'roll_up')
        .then(sql<number>`coalesce(length(set_aside.body), 0) / ${sql.lit(DAY_BYTES)}`)
        .when('set_aside.stage', '=', 'detection')
        .then(
          eb
            .selectFrom('detection_due')
            .select(({ fn }) => fn.countAll<number>().as('days'))
            .whereRef('detection_due.scale_id', '=', 'set_aside.series_id'),
        )
        .else(0)
        .end()
        .as('days'),
    ])

export type SetAsideRow = Awaited<ReturnType<ReturnType<typeof setAside>['executeTakeFirstOrThrow']>>

/** What is set aside, newest first. */
export function selectSetAside(
  db: Kysely<Tables>,
  { beforeId, limit }: { beforeId: number | undefined; limit: number },
): Promise<SetAsideRow[]> {
  const rows = setAside(db).orderBy('set_aside.id', 'desc').limit(limit)
  return (beforeId === undefined ? rows : rows.where('set_aside.id', '<', beforeId)).execute()
}

export const selectOneSetAside = (db: Kysely<Tables>, id: number): Promise<SetAsideRow | undefined> =>
  setAside(db).where('set_aside.id', '=', id).executeTakeFirst()

export async function selectSetAsideBody(db: Kysely<Tables>, id: number): Promise<Uint8Array | null | undefined> {
  return (await db.selectFrom('set_aside').select('body').where('id', '=', id).executeTakeFirst())?.body
}

/** The subjects of what is set aside: each damaged series, and each transmitter for which anything failed otherwise. */
export const selectSetAsideSubjects = (db: Kysely<Tables>, limit: number) =>
  db
    .selectFrom('set_aside')
    .innerJoin('controller', 'controller.id', 'set_aside.controller_id')
    .leftJoin('scale', (join) =>
      join.onRef('scale.id', '=', 'set_aside.series_id').on('set_aside.reason', '=', 'damaged'),
    )
    .select(({ eb, fn }) => [
      'controller.name as controller',
      'controller.imei',
      'scale.name as scale',
      fn.max(eb.case().when('set_aside.reason', '=', 'damaged').then(1).else(0).end()).as('damaged'),
    ])
    .groupBy(['controller.id', 'scale.id', sql`set_aside.reason = 'damaged'`])
    .orderBy(({ fn }) => fn.min('set_aside.id'))
    .limit(limit)
    .execute()

/** Rows after one and up to another, in order. */
export const selectSetAsideBetween = (
  db: Kysely<Tables>,
  { after, until, limit }: { after: number; until: number; limit: number },
): Promise<{ id: number; attempts: number }[]> =>
  db
    .selectFrom('set_aside')
    .select(['id', 'attempts'])
    .where('id', '>', after)
    .where('id', '<=', until)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Which of these rows still exist, and how often they were tried. */
export const selectAttempts = (
  db: Kysely<Tables>,
  ids: readonly number[],
): Promise<{ id: number; attempts: number }[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('set_aside').select(['id', 'attempts']).where('id', 'in', ids).execute()

export async function countSetAside(
  db: Kysely<Tables>,
  { after = 0, until = Number.MAX_SAFE_INTEGER }: { after?: number; until?: number } = {},
): Promise<number> {
  const { count } = await db
    .selectFrom('set_aside')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('id', '>', after)
    .where('id', '<=', until)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function selectNewestSetAsideId(db: Kysely<Tables>): Promise<number> {
  const row = await db.selectFrom('set_aside').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? 0
}

/** Stored tiles of a series after a given one, by level and start. */
export const selectTilesAfter = (
  db: Kysely<Tables>,
  seriesId: number,
  { level, from, limit }: { level: number; from: number; limit: number },
): Promise<{ level: number; from: number; bytes: Uint8Array }[]> =>
  db
    .selectFrom('tile')
    .select(['level', 'from', 'bytes'])
    .where('scale_id', '=', seriesId)
    .where('level', '=', level)
    .where('from', '>', from)
    .orderBy('from')
    .limit(limit)
    .execute()

/** Detection states of a scale after a given one. */
export const selectCheckpointsAfter = (
  db: Kysely<Tables>,
  scaleId: number,
  { from, limit }: { from: number; limit: number },
): Promise<{ from: number; bytes: Uint8Array }[]> =>
  db
    .selectFrom('detector_checkpoint')
    .select(['from', 'state as bytes'])
    .where('scale_id', '=', scaleId)
    .where('from', '>', from)
    .orderBy('from')
    .limit(limit)
    .execute()

export async function selectSetAsideIds(db: Kysely<Tables>): Promise<number[]> {
  return (await db.selectFrom('set_aside').select('id').orderBy('id').execute()).map(({ id }) => id)
}

/** The number of series with something set aside. */
export async function countDamagedSeries(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('set_aside')
    .select(({ fn }) => fn.count('series_id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** When the oldest request that is not in all levels yet was received, in epoch ms. */
export async function selectOldestInbox(db: Kysely<Tables>): Promise<number | undefined> {
  const row = await db.selectFrom('inbox').select('received_at').orderBy('id').limit(1).executeTakeFirst()
  return row && Number(row.received_at)
}
