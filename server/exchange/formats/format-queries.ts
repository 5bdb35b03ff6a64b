import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../store/tables.ts'

const columns = [
  ...(['id', 'imei', 'imsi', 'owner_id', 'device_key_hash', 'primary_region_id'] as const),
  ...(['first_hive', 'battery_low_mv'] as const),
] as const
export type KeyHolder = Pick<Selectable<Tables['controller']>, (typeof columns)[number]>

export const selectByDeviceKey = (db: Kysely<Tables>, deviceKeyHash: string): Promise<KeyHolder | undefined> =>
  db.selectFrom('controller').select(columns).where('device_key_hash', '=', deviceKeyHash).executeTakeFirst()

/** The channels of a transmitter that have a scale. */
export async function selectChannels(db: Kysely<Tables>, controllerId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('scale')
    .select('channel')
    .where('controller_id', '=', controllerId)
    .where('state', '<>', 'archived')
    .execute()
  return rows.map(({ channel }) => channel)
}

/** Sets the name of a transmitter's first hive unless it has one; resolves with the name in effect. */
export async function claimFirstHive(db: Kysely<Tables>, controllerId: number, name: string): Promise<string | null> {
  const of = db.updateTable('controller').where('id', '=', controllerId)
  await of.set({ first_hive: name }).where('first_hive', 'is', null).execute()
  return (await selectKeyHolder(db, controllerId))?.first_hive ?? null
}

/** Notes from which voltage down the battery of a transmitter is low; null: as for a lithium-ion cell. */
export async function noteBatteryLow(db: Kysely<Tables>, controllerId: number, battery_low_mv: number | null) {
  await db.updateTable('controller').set({ battery_low_mv }).where('id', '=', controllerId).execute()
}

export const selectKeyHolder = (db: Kysely<Tables>, id: number): Promise<KeyHolder | undefined> =>
  db.selectFrom('controller').select(columns).where('id', '=', id).executeTakeFirst()

export const selectByImei = (db: Kysely<Tables>, imei: string): Promise<KeyHolder | undefined> =>
  db.selectFrom('controller').select(columns).where('imei', '=', imei).executeTakeFirst()
