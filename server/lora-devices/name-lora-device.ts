import { requireController } from '../controllers/visible-controllers.ts'
import { AppError } from '../http/app-error.ts'
import type { Deps } from '../http/deps.ts'
import type { SignedIn } from '../http/env.ts'
import { deleteLoraDeviceOf, insertLoraDevice } from './lora-device-queries.ts'

/** Says which LoRaWAN device a transmitter is, or that it is none. Throws 404, 403, and 409 where another one is that device. */
export async function nameLoraDevice(
  { database: { db } }: Pick<Deps, 'database'>,
  account: SignedIn,
  controllerId: number,
  devEui: string | null,
): Promise<void> {
  await requireController(db, account, controllerId, 'write')
  await db.transaction().execute(async (transaction) => {
    await deleteLoraDeviceOf(transaction, controllerId)
    if (devEui === null) return
    const named = await insertLoraDevice(transaction, { dev_eui: devEui, controller_id: controllerId })
    if (!named) throw new AppError(409, 'combination_exists')
  })
}
