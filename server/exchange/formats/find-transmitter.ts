import type { Deps } from '../../deps.ts'
import { transmitterOfDevice } from '../../hives/lora-devices/transmitter-of-device.ts'
import type { AdmittedKey } from '../../hives/readings/key-budgets/admit-key.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type KeyHolder, selectByDeviceKey, selectByImei, selectKeyHolder } from './format-queries.ts'

/** Finds the transmitter of a device key. These devices have neither IMEI nor IMSI: only the key identifies them. Throws 401 `device_key_wrong`. */
export async function findTransmitter(
  { database: { db } }: Pick<Deps, 'database'>,
  { hash }: AdmittedKey,
): Promise<KeyHolder> {
  const holder = await selectByDeviceKey(db, hash)
  if (!holder) throw new AppError(401, 'device_key_wrong')
  return holder
}

/** Finds a transmitter by its IMEI, for messages already known to be its own. Throws 404 `controller_not_found`. */
export async function findByImei(
  { database: { db } }: Pick<Deps, 'database'>,
  imei: string,
): Promise<KeyHolder & { device_key_hash: string }> {
  const holder = await selectByImei(db, imei)
  const hash = holder?.device_key_hash
  if (!holder || typeof hash !== 'string') throw new AppError(404, 'controller_not_found')
  return { ...holder, device_key_hash: hash }
}

/** Like `findTransmitter`, for LoRaWAN devices, where one key may serve several. Throws 409 `lora_device_unknown`, 401. */
export async function findLoraTransmitter(
  deps: Pick<Deps, 'database'>,
  key: AdmittedKey,
  devEui: string | undefined,
): Promise<KeyHolder> {
  const holder = await findTransmitter(deps, key)
  if (devEui === undefined) return holder
  const id = await transmitterOfDevice(deps, holder, devEui)
  if (id === undefined) throw new AppError(409, 'lora_device_unknown')
  const device = id === holder.id ? holder : await selectKeyHolder(deps.database.db, id)
  if (!device) throw new AppError(409, 'lora_device_unknown')
  return device
}
