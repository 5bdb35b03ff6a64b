import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** What is set aside, the oldest first, with whose it is. */
export const selectSetAside = (db: Kysely<Tables>, limit: number) =>
  db
    .selectFrom('set_aside')
    .innerJoin('controller', 'controller.id', 'set_aside.controller_id')
    .leftJoin('scale', 'scale.id', 'set_aside.series_id')
    .select([
      'set_aside.id',
      'set_aside.controller_id',
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
    .orderBy('set_aside.id')
    .limit(limit)
    .execute()

export async function selectSetAsideIds(db: Kysely<Tables>): Promise<number[]> {
  return (await db.selectFrom('set_aside').select('id').orderBy('id').execute()).map(({ id }) => id)
}

/** How many series something is set aside of. */
export async function countDamagedSeries(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('set_aside')
    .select(({ fn }) => fn.count('series_id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** When the oldest request that is not in all levels was received, in epoch ms. */
export async function selectOldestInbox(db: Kysely<Tables>): Promise<number | undefined> {
  const row = await db.selectFrom('inbox').select('received_at').orderBy('id').limit(1).executeTakeFirst()
  return row && Number(row.received_at)
}
