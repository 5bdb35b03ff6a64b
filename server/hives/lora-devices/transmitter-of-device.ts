import type { Deps } from '../../deps.ts'
import { insertLoraDevice, selectTransmitterOfDevice } from './lora-device-queries.ts'

/**
 * Returns the transmitter an uplink belongs to if the key of `keyHolder` came with it: the one of the same owner that is the device. If none is, it
 * is assigned to the key's transmitter at its first uplink; undefined if that is another device.
 */
export async function transmitterOfDevice(
  { database: { db } }: Pick<Deps, 'database'>,
  keyHolder: { id: number; owner_id: number | null },
  devEui: string,
): Promise<number | undefined> {
  const known = await selectTransmitterOfDevice(db, devEui, keyHolder)
  if (known) return known.id
  return (await insertLoraDevice(db, { dev_eui: devEui, controller_id: keyHolder.id }))?.controller_id
}
