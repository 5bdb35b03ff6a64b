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

/** The device with this EUI, with the owner of its transmitter. */
export const selectLoraDevice = (db: Kysely<Tables>, devEui: string) =>
  db
    .selectFrom('lora_device')
    .innerJoin('controller', 'controller.id', 'lora_device.controller_id')
    .select(['lora_device.controller_id', 'controller.owner_id'])
    .where('lora_device.dev_eui', '=', devEui)
    .executeTakeFirst()

/** Returns undefined if the EUI or the transmitter is taken. */
export const insertLoraDevice = (db: Kysely<Tables>, row: LoraDeviceRow): Promise<LoraDeviceRow | undefined> =>
  db
    .insertInto('lora_device')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

export const deleteLoraDeviceOf = (db: Kysely<Tables>, controllerId: number) =>
  db.deleteFrom('lora_device').where('controller_id', '=', controllerId).execute()
