import { AppError } from '../../http/app-error.ts'
import type { Deps } from '../../http/deps.ts'
import { transmitterOfDevice } from '../../lora-devices/transmitter-of-device.ts'
import { hashToken } from '../../platform/ids.ts'
import { type KeyHolder, selectByDeviceKey, selectKeyHolder } from './format-queries.ts'

const KEY = /^\S{1,200}$/

/**
 * The transmitter that a device key names. These devices have neither IMEI nor IMSI: the key alone says who they are. Throws 401
 * `device_key_missing`, `device_key_wrong`.
 */
export async function findTransmitter(
  { database: { db } }: Pick<Deps, 'database'>,
  deviceKey: unknown,
): Promise<KeyHolder> {
  if (typeof deviceKey !== 'string' || !KEY.test(deviceKey)) throw new AppError(401, 'device_key_missing')
  const holder = await selectByDeviceKey(db, hashToken(deviceKey))
  if (!holder) throw new AppError(401, 'device_key_wrong')
  return holder
}

/** The same for a LoRaWAN device, where one key may serve several. Throws 409 `lora_device_unknown`, 401. */
export async function findLoraTransmitter(
  deps: Pick<Deps, 'database'>,
  deviceKey: unknown,
  devEui: string | undefined,
): Promise<KeyHolder> {
  const holder = await findTransmitter(deps, deviceKey)
  if (devEui === undefined) return holder
  const id = await transmitterOfDevice(deps, holder, devEui)
  if (id === undefined) throw new AppError(409, 'lora_device_unknown')
  const device = id === holder.id ? holder : await selectKeyHolder(deps.database.db, id)
  if (!device) throw new AppError(409, 'lora_device_unknown')
  return device
}

export const bearerOf = (authorization: string | undefined): string | undefined =>
  /^Bearer (\S{1,200})$/.exec(authorization ?? '')?.[1]
