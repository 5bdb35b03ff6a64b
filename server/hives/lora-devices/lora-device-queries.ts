import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import type { LoraDeviceTable } from './lora-device-table.ts'

export type LoraDeviceRow = Selectable<LoraDeviceTable>

export async function selectLoraDevices(
  db: Kysely<Tables>,
  controllerIds: readonly number[],
): Promise<LoraDeviceRow[]> {
  if (controllerIds.length === 0) return []
  return db.selectFrom('lora_device').selectAll().where('controller_id', 'in', controllerIds).execute()
}

/** The transmitter that is the device with this EUI among those of the owner of `holder`; preferably `holder` itself. */
export const selectTransmitterOfDevice = (
  db: Kysely<Tables>,
  devEui: string,
  holder: { id: number; owner_id: number | null },
) =>
  db
    .selectFrom('lora_device')
    .innerJoin('controller', 'controller.id', 'lora_device.controller_id')
    .select('controller.id')
    .where('lora_device.dev_eui', '=', devEui)
    .where((eb) => eb.or([eb('controller.id', '=', holder.id), eb('controller.owner_id', '=', holder.owner_id)]))
    .orderBy((eb) => eb.case().when('controller.id', '=', holder.id).then(0).else(1).end())
    .orderBy('controller.id')
    .limit(1)
    .executeTakeFirst()

/** Whether another transmitter of the same owner is the device with this EUI. */
export async function hasNamedOther(db: Kysely<Tables>, devEui: string, controllerId: number): Promise<boolean> {
  const other = await db
    .selectFrom('lora_device')
    .innerJoin('controller', 'controller.id', 'lora_device.controller_id')
    .innerJoin('controller as named', 'named.owner_id', 'controller.owner_id')
    .select('controller.id')
    .where('lora_device.dev_eui', '=', devEui)
    .where('named.id', '=', controllerId)
    .where('controller.id', '<>', controllerId)
    .executeTakeFirst()
  return other !== undefined
}

/** Returns undefined if the transmitter is another device. */
export const insertLoraDevice = (db: Kysely<Tables>, row: LoraDeviceRow): Promise<LoraDeviceRow | undefined> =>
  db
    .insertInto('lora_device')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

export const deleteLoraDeviceOf = (db: Kysely<Tables>, controllerId: number) =>
  db.deleteFrom('lora_device').where('controller_id', '=', controllerId).execute()
