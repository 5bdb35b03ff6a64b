import type { Deps } from '../../deps.ts'
import { insertLoraDevice, selectLoraDevice } from './lora-device-queries.ts'

/**
 * Returns the transmitter an uplink belongs to if the key of `keyHolder` came with it: the device's own if both have the same owner.
 * Undefined if it belongs to another owner. An unassigned device is assigned to the key's transmitter at its first uplink; undefined
 * if that transmitter already has another device.
 */
export async function transmitterOfDevice(
  { database: { db } }: Pick<Deps, 'database'>,
  keyHolder: { id: number; owner_id: number | null },
  devEui: string,
): Promise<number | undefined> {
  const named = await selectLoraDevice(db, devEui)
  if (named) {
    const isOfOwner = named.owner_id !== null && named.owner_id === keyHolder.owner_id
    return named.controller_id === keyHolder.id || isOfOwner ? named.controller_id : undefined
  }
  return (await insertLoraDevice(db, { dev_eui: devEui, controller_id: keyHolder.id }))?.controller_id
}
