import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import type { OrderKeyRedemptionTable, OrderKeyTable } from './order-key-table.ts'

export type RedemptionRow = Selectable<OrderKeyRedemptionTable>

export async function insertOrderKeys(db: Kysely<Tables>, rows: Insertable<OrderKeyTable>[]): Promise<void> {
  await db.insertInto('order_key').values(rows).execute()
}

/** The owner of a transmitter and the end of its subscription. */
export const selectSubscription = (db: Kysely<Tables>, controllerId: number) =>
  db
    .selectFrom('controller')
    .select(['owner_id', 'subscription_ends_at'])
    .where('id', '=', controllerId)
    .executeTakeFirst()

/** Takes one use of a key; undefined if it is unknown, has none left, has expired or was revoked. */
export const takeUse = (db: Kysely<Tables>, keyHash: string, now: number) =>
  db
    .updateTable('order_key')
    .set((eb) => ({ uses_left: eb('uses_left', '-', 1) }))
    .where('key_hash', '=', keyHash)
    .where('uses_left', '>', 0)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .returning(['id', 'term_years', 'term_days'])
    .executeTakeFirst()

export async function giveUseBack(db: Kysely<Tables>, id: number): Promise<void> {
  await db
    .updateTable('order_key')
    .set((eb) => ({ uses_left: eb('uses_left', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export const selectOrderKey = (db: Kysely<Tables>, keyHash: string) =>
  db
    .selectFrom('order_key')
    .select(['id', 'uses_left', 'revoked_at'])
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()

/** How an account has renewed a transmitter of its present owner with this key, as far as that is still in effect, newest first. */
export const selectRenewals = (
  db: Kysely<Tables>,
  { keyId, controllerId, accountId }: { keyId: number; controllerId: number; accountId: number },
): Promise<RedemptionRow[]> =>
  db
    .selectFrom('order_key_redemption as renewal')
    .innerJoin('controller', (join) =>
      join
        .onRef('controller.id', '=', 'renewal.controller_id')
        .onRef('controller.owner_id', '=', 'renewal.owner_id')
        .onRef('controller.subscription_ends_at', '>=', 'renewal.ends_at'),
    )
    .selectAll('renewal')
    .where('renewal.order_key_id', '=', keyId)
    .where('renewal.controller_id', '=', controllerId)
    .where('renewal.account_id', '=', accountId)
    .orderBy('renewal.id', 'desc')
    .execute()

/** Revokes the remaining uses of an order's keys; returns how many. */
export async function revokeKeysOf(db: Kysely<Tables>, orderId: number, nowMs: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('order_key')
    .set({ revoked_at: nowMs })
    .where('order_id', '=', orderId)
    .where('uses_left', '>', 0)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Makes the unused keys of an order valid again; returns how many. */
export async function restoreKeysOf(db: Kysely<Tables>, orderId: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('order_key')
    .set({ revoked_at: null })
    .where('order_id', '=', orderId)
    .where('revoked_at', 'is not', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function hasKeysOf(db: Kysely<Tables>, orderId: number): Promise<boolean> {
  const row = await db.selectFrom('order_key').select('id').where('order_id', '=', orderId).executeTakeFirst()
  return row !== undefined
}

/** The redemptions of an order's keys, oldest first. */
export const selectUsesOf = (db: Kysely<Tables>, orderId: number): Promise<RedemptionRow[]> =>
  db
    .selectFrom('order_key_redemption')
    .innerJoin('order_key', 'order_key.id', 'order_key_redemption.order_key_id')
    .selectAll('order_key_redemption')
    .where('order_key.order_id', '=', orderId)
    .orderBy('order_key_redemption.id')
    .execute()

export const countUsesOf = async (db: Kysely<Tables>, orderId: number): Promise<number> =>
  (await selectUsesOf(db, orderId)).length

/**
 * All transmitters of a transmitter's owner with the ends of their subscriptions, locked against other renewals until the transaction ends:
 * the write of an unchanged value locks the rows in databases with row locks.
 */
export const holdSubscriptionsBeside = (db: Kysely<Tables>, controllerId: number) =>
  db
    .updateTable('controller')
    .set((eb) => ({ subscription_ends_at: eb.ref('subscription_ends_at') }))
    .where('owner_id', '=', (eb) =>
      eb.selectFrom('controller as named').select('named.owner_id').where('named.id', '=', controllerId),
    )
    .returning(['id', 'owner_id', 'subscription_ends_at'])
    .execute()

export async function setSubscriptionEnd(db: Kysely<Tables>, controllerId: number, endsAt: number): Promise<void> {
  await db.updateTable('controller').set({ subscription_ends_at: endsAt }).where('id', '=', controllerId).execute()
}

export const insertRedemption = (
  db: Kysely<Tables>,
  row: Insertable<OrderKeyRedemptionTable>,
): Promise<RedemptionRow> => db.insertInto('order_key_redemption').values(row).returningAll().executeTakeFirstOrThrow()

/** Extra days granted to an owner since a time (epoch ms). */
export async function selectExtraDaysSince(db: Kysely<Tables>, ownerId: number, since: number): Promise<number> {
  const row = await db
    .selectFrom('order_key_redemption')
    .select((eb) => eb.fn.sum<number | string | null>('extra_days').as('days'))
    .where('owner_id', '=', ownerId)
    .where('redeemed_at', '>=', since)
    .executeTakeFirst()
  return Number(row?.days ?? 0)
}

/** The number of an owner's transmitters with a running subscription at a time (epoch ms), not counting one of them. */
export async function countRunning(
  db: Kysely<Tables>,
  { ownerId, besides, now }: { ownerId: number; besides: number | null; now: number },
): Promise<number> {
  const row = await db
    .selectFrom('controller')
    .select((eb) => eb.fn.countAll<number | string>().as('running'))
    .where('owner_id', '=', ownerId)
    .where((eb) => eb.or([eb('subscription_ends_at', 'is', null), eb('subscription_ends_at', '>', now)]))
    .$if(besides !== null, (query) => query.where('id', '!=', besides!))
    .executeTakeFirst()
  return Number(row?.running ?? 0)
}

/** The redemptions from the time the transmitter belonged to this owner, newest first. */
export const selectRedemptions = (db: Kysely<Tables>, controllerId: number, ownerId: number) =>
  db
    .selectFrom('order_key_redemption')
    .selectAll()
    .where('controller_id', '=', controllerId)
    .where('owner_id', '=', ownerId)
    .orderBy('redeemed_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
