import type { Kysely } from 'kysely'
import type { Tables } from '../../../store/tables.ts'

/** Adds refused readings of a transmitter; one that has been given up since is skipped. */
export async function addRefused(
  db: Kysely<Tables>,
  {
    controllerId,
    count,
    aheadSeconds,
    now,
  }: { controllerId: number; count: number; aheadSeconds: number; now: number },
): Promise<void> {
  await db
    .insertInto('refused_time')
    .columns(['controller_id', 'count', 'since', 'last_at', 'ahead_seconds'])
    .expression((eb) =>
      eb
        .selectFrom('controller')
        .select((of) => [
          'id as controller_id',
          of.val(count).as('count'),
          of.val(now).as('since'),
          of.val(now).as('last_at'),
          of.val(aheadSeconds).as('ahead_seconds'),
        ])
        .where('id', '=', controllerId),
    )
    .onConflict((conflict) =>
      conflict.column('controller_id').doUpdateSet((eb) => ({
        count: eb('refused_time.count', '+', count),
        last_at: now,
        ahead_seconds: aheadSeconds,
      })),
    )
    .execute()
}

/** How many transmitters had times refused since a time (epoch ms). */
export async function countRefused(db: Kysely<Tables>, sinceMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('refused_time')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('last_at', '>=', sinceMs)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function deleteRefused(db: Kysely<Tables>, beforeMs: number): Promise<void> {
  await db.deleteFrom('refused_time').where('last_at', '<', beforeMs).execute()
}

export async function deleteRefusedOf(db: Kysely<Tables>, controllerId: number): Promise<void> {
  await db.deleteFrom('refused_time').where('controller_id', '=', controllerId).execute()
}

export const selectRefused = (db: Kysely<Tables>, controllerId: number, sinceMs: number) =>
  db
    .selectFrom('refused_time')
    .select(['count', 'ahead_seconds'])
    .where('controller_id', '=', controllerId)
    .where('last_at', '>=', sinceMs)
    .executeTakeFirst()

export const selectRefusedTransmitters = (db: Kysely<Tables>, sinceMs: number, limit: number) =>
  db
    .selectFrom('refused_time')
    .select(['controller_id as controllerId', 'count as readings', 'ahead_seconds as aheadSeconds'])
    .select('last_at as lastAt')
    .where('last_at', '>=', sinceMs)
    .orderBy('ahead_seconds', 'desc')
    .orderBy('controller_id')
    .limit(limit)
    .execute()
