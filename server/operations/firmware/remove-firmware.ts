import type { Deps } from '../../deps.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { removeFirmwareFile } from './firmware-file.ts'
import { deleteUndesired, selectFirmwareOf } from './firmware-queries.ts'
import { selectRunning } from './rollout-queries.ts'

/** Removes a version, then its file. Throws 404 `firmware_not_found`, 409 `firmware_desired` if a transmitter should have it or a roll-out gives it out. */
export async function removeFirmware(
  { database, config, clock }: Pick<Deps, 'database' | 'config' | 'clock'>,
  account: SignedIn,
  version: string,
): Promise<void> {
  const { file } = await database.db.transaction().execute(async (db) => {
    const firmware = await selectFirmwareOf(db, version)
    if (!firmware) throw new AppError(404, 'firmware_not_found')
    const running = (await selectRunning(db)).some(({ firmware_id }) => firmware_id === firmware.id)
    const removed = running ? undefined : await deleteUndesired(db, firmware.id)
    if (!removed) throw new AppError(409, 'firmware_desired')
    const { name, sha256, bytes } = removed
    await recordChange(
      { database: { db }, clock },
      {
        actorId: account.accountId,
        action: 'firmware.removed',
        subjectType: 'firmware',
        subjectId: version,
        before: { name, version, sha256, bytes },
        after: null,
      },
    )
    return removed
  })
  await removeFirmwareFile(config, file)
}
