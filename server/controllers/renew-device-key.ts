import { AppError } from '../http/app-error.ts'
import type { Deps } from '../http/deps.ts'
import type { SignedIn } from '../http/env.ts'
import { hashToken } from '../platform/ids.ts'
import { updateController } from './controller-queries.ts'
import { requireController } from './visible-controllers.ts'

/** A new key for a transmitter; the old one ends at once. */
export async function renewDeviceKey(
  { database: { db }, ids }: Pick<Deps, 'database' | 'ids'>,
  account: SignedIn,
  id: number,
): Promise<string> {
  await requireController(db, account, id, 'write')
  const deviceKey = ids.token()
  const changed = await updateController(db, id, { device_key_hash: hashToken(deviceKey) })
  if (!changed) throw new AppError(404, 'controller_not_found')
  return deviceKey
}
