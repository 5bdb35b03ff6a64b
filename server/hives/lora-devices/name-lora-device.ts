import type { Deps } from '../../deps.ts'
import { recordAdministration } from '../../platform/audit/record-administration.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { requireController } from '../controllers/visible-controllers.ts'
import { deleteLoraDeviceOf, hasNamedOther, insertLoraDevice, selectLoraDevices } from './lora-device-queries.ts'

/** Sets or clears the LoRaWAN device of a transmitter. Throws 404, 403, and 409 `combination_exists` if another one of its owner is that device. */
export async function nameLoraDevice(
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  account: SignedIn,
  controllerId: number,
  devEui: string | null,
): Promise<void> {
  const { access } = await requireController(db, account, controllerId, 'write')
  await db.transaction().execute(async (transaction) => {
    const [before] = await selectLoraDevices(transaction, [controllerId])
    await deleteLoraDeviceOf(transaction, controllerId)
    const change = { action: 'controller.nameLoraDevice', subjectType: 'controller', subjectId: String(controllerId) }
    const states = { before: { devEui: before?.dev_eui ?? null }, after: { devEui } }
    await recordAdministration({ database: { db: transaction }, clock }, { account, access }, { ...change, ...states })
    if (devEui === null) return
    const row = { dev_eui: devEui, controller_id: controllerId }
    if ((await hasNamedOther(transaction, devEui, controllerId)) || !(await insertLoraDevice(transaction, row))) {
      throw new AppError(409, 'combination_exists')
    }
  })
}
