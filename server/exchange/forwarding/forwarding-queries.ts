import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import type { ForwardingTable } from './forwarding-table.ts'

export type ForwardingRow = Selectable<ForwardingTable>

/** The forwardings an account has for a transmitter, by channel. */
export const selectForwardings = (
  db: Kysely<Tables>,
  accountId: number,
  controllerId: number,
  channel?: number,
): Promise<ForwardingRow[]> =>
  db
    .selectFrom('forwarding')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('controller_id', '=', controllerId)
    .$if(channel !== undefined, (query) => query.where('channel', '=', channel!))
    .orderBy('channel')
    .orderBy('id')
    .execute()

/** A forwarding of an account, as long as the account still owns the transmitter. */
export const selectForwarding = (
  db: Kysely<Tables>,
  accountId: number,
  id: number,
): Promise<ForwardingRow | undefined> =>
  db
    .selectFrom('forwarding')
    .innerJoin('controller', (join) =>
      join
        .onRef('controller.id', '=', 'forwarding.controller_id')
        .onRef('controller.owner_id', '=', 'forwarding.account_id'),
    )
    .selectAll('forwarding')
    .where('forwarding.account_id', '=', accountId)
    .where('forwarding.id', '=', id)
    .executeTakeFirst()

/** Undefined if the combination already exists. */
export const insertForwarding = (
  db: Kysely<Tables>,
  row: Insertable<ForwardingTable>,
): Promise<ForwardingRow | undefined> =>
  db
    .insertInto('forwarding')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['controller_id', 'channel', 'target', 'address_key', 'account_id']).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()

export const updateForwarding = (
  db: Kysely<Tables>,
  id: number,
  changes: Updateable<ForwardingTable>,
): Promise<ForwardingRow | undefined> =>
  db.updateTable('forwarding').set(changes).where('id', '=', id).returningAll().executeTakeFirst()

/** The same, and goes on at once if it failed or is due, even if it is being tried; after a message that got through, its hour stays. */
export const updateAndGoOn = (
  db: Kysely<Tables>,
  id: number,
  changes: Updateable<ForwardingTable>,
  nowMs: number,
): Promise<ForwardingRow | undefined> =>
  db
    .updateTable('forwarding')
    .set(({ eb, or }) => ({
      ...changes,
      due_at: eb
        .case()
        .when(or([eb('failures', '>', 0), eb('due_at', '<', nowMs)]))
        .then(nowMs)
        .else(eb.ref('due_at'))
        .end(),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const deleteForwarding = (
  db: Kysely<Tables>,
  accountId: number,
  id: number,
): Promise<{ id: number } | undefined> =>
  db
    .deleteFrom('forwarding')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()

/** The scales that are or were on a channel, including archived ones. */
export const selectScalesOnChannel = (db: Kysely<Tables>, controllerId: number, channel: number) =>
  db
    .selectFrom('scale')
    .select(['id', 'name', 'state'])
    .where('controller_id', '=', controllerId)
    .where('channel', '=', channel)
    .orderBy('id')
    .execute()

/** When which scale was on a channel (epoch ms; `until` null: it still is), those that left it first. */
export async function selectScaleTimes(db: Kysely<Tables>, controllerId: number, channel: number) {
  const past = await db
    .selectFrom('past_channel')
    .innerJoin('scale', 'scale.id', 'past_channel.scale_id')
    .select(['past_channel.scale_id', 'past_channel.since', 'past_channel.until'])
    .where('scale.controller_id', '=', controllerId)
    .where('past_channel.channel', '=', channel)
    .orderBy('past_channel.until')
    .execute()
  const now = await db
    .selectFrom('scale')
    .select(({ lit }) => ['id as scale_id', 'channel_since as since', lit(null).as('until')])
    .where('controller_id', '=', controllerId)
    .where('channel', '=', channel)
    .orderBy('id')
    .execute()
  return [...past, ...now]
}

export const selectScaleName = (db: Kysely<Tables>, id: number): Promise<{ name: string } | undefined> =>
  db.selectFrom('scale').select('name').where('id', '=', id).executeTakeFirst()

export const selectController = (db: Kysely<Tables>, id: number) =>
  db
    .selectFrom('controller')
    .select(['id', 'name', 'imei', 'imsi', 'battery_mv', 'signal_dbm', 'primary_region_id'])
    .where('id', '=', id)
    .executeTakeFirst()
