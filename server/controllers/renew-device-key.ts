import { recordAdministration } from '../audit/record-administration.ts'
import { AppError } from '../http/app-error.ts'
import type { Deps } from '../http/deps.ts'
import type { SignedIn } from '../http/env.ts'
import { hashToken } from '../platform/ids.ts'
import { updateController } from './controller-queries.ts'
import { requireController } from './visible-controllers.ts'

/** A new key for a transmitter; the old one ends at once. */
export async function renewDeviceKey(
  { database: { db }, clock, ids }: Pick<Deps, 'database' | 'clock' | 'ids'>,
  account: SignedIn,
  id: number,
): Promise<string> {
  const { access } = await requireController(db, account, id, 'write')
  const deviceKey = ids.token()
  await db.transaction().execute(async (within) => {
    const changed = await updateController(within, id, { device_key_hash: hashToken(deviceKey) })
    if (!changed) throw new AppError(404, 'controller_not_found')
    const change = { action: 'controller.renewDeviceKey', subjectType: 'controller', subjectId: String(id) }
    const states = { before: null, after: null }
    await recordAdministration({ database: { db: within }, clock }, { account, access }, { ...change, ...states })
  })
  return deviceKey
}
