import type { Insertable, Kysely, Selectable } from 'kysely'
import type { ScaleType } from '#domain/hives/scale.ts'
import type { Tables } from '../../store/tables.ts'
import type { ShareTable } from './share-table.ts'

export type ShareRow = Selectable<ShareTable>
/** The columns of a scale that a share shows. */
export type SharedScaleRow = {
  share_id: number
  id: number
  name: string
  controller_name: string
  type: ScaleType
  empty_weight_grams: number
  color: number
}

/** The shares of an account, newest first. */
export const selectSharesOf = (db: Kysely<Tables>, accountId: number): Promise<ShareRow[]> =>
  db.selectFrom('share').selectAll().where('account_id', '=', accountId).orderBy('id', 'desc').execute()

export const selectShare = (db: Kysely<Tables>, id: number): Promise<ShareRow | undefined> =>
  db.selectFrom('share').selectAll().where('id', '=', id).executeTakeFirst()

/** The share of an account with this token. */
export const selectShareOf = (
  db: Kysely<Tables>,
  accountId: number,
  tokenHash: string,
): Promise<ShareRow | undefined> =>
  db
    .selectFrom('share')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()

/** The share with this token, as long as its owner's account is active. */
export const selectShareByToken = (db: Kysely<Tables>, tokenHash: string): Promise<ShareRow | undefined> =>
  db
    .selectFrom('share')
    .innerJoin('account', 'account.id', 'share.account_id')
    .selectAll('share')
    .where('share.token_hash', '=', tokenHash)
    .where('account.active', '=', 1)
    .executeTakeFirst()

/** The scales of shares, in their order, without those that now belong to another owner or are archived. */
export async function selectScalesOfShares(db: Kysely<Tables>, shareIds: readonly number[]): Promise<SharedScaleRow[]> {
  if (shareIds.length === 0) return []
  return db
    .selectFrom('share_scale')
    .innerJoin('share', 'share.id', 'share_scale.share_id')
    .innerJoin('scale', 'scale.id', 'share_scale.scale_id')
    .innerJoin('controller', (join) =>
      join.onRef('controller.id', '=', 'scale.controller_id').onRef('controller.owner_id', '=', 'share.account_id'),
    )
    .select([
      'share_scale.share_id',
      'scale.id',
      'scale.name',
      'controller.name as controller_name',
      'scale.type',
      'scale.empty_weight_grams',
      'scale.color',
    ])
    .where('share_scale.share_id', 'in', shareIds)
    .where('scale.state', '<>', 'archived')
    .orderBy('share_scale.share_id')
    .orderBy('share_scale.place')
    .execute()
}

export async function countSharesOf(db: Kysely<Tables>, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('share')
    .select((e) => e.fn.countAll().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Undefined if its token already exists. */
export async function insertShare(
  within: Kysely<Tables>,
  row: Insertable<ShareTable>,
  scaleIds: readonly number[],
): Promise<ShareRow | undefined> {
  const share = await within
    .insertInto('share')
    .values(row)
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!share) return undefined
  const scales = scaleIds.map((scale_id, place) => ({ share_id: share.id, scale_id, place }))
  await within.insertInto('share_scale').values(scales).execute()
  return share
}

/** Returns false if the account has no such share. */
export async function deleteShare(db: Kysely<Tables>, accountId: number, id: number): Promise<boolean> {
  const gone = await db
    .deleteFrom('share')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}
