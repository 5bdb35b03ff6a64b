import type { Deps } from '../../deps.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { markRecorded } from '../../platform/http/current-request.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { isNewer } from './compare-versions.ts'
import { selectFirmwareOf, selectReported, updateDesired } from './firmware-queries.ts'
import { deleteMembers } from './rollout-queries.ts'

/**
 * Sets the version that transmitters should have, or none if it is undefined, and takes them out of roll-outs. A transmitter with a newer
 * version goes back to it. Throws 404 `firmware_not_found`, and `controller_not_found` if one of them is unknown.
 */
export async function assignFirmware(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  account: SignedIn,
  version: string | undefined,
  controllerIds: readonly number[],
): Promise<{ version: string | null; assigned: number; newer: number }> {
  const ids = [...new Set(controllerIds)]
  return database.db.transaction().execute(async (db) => {
    const firmware = version === undefined ? undefined : await selectFirmwareOf(db, version)
    if (version !== undefined && !firmware) throw new AppError(404, 'firmware_not_found')
    const found = await selectReported(db, ids)
    if (found.length < ids.length) throw new AppError(404, 'controller_not_found')
    const desired = firmware?.id ?? null
    await updateDesired(db, ids, desired)
    const takenOut = await deleteMembers(db, ids)
    const isChanged = takenOut > 0 || found.some((one) => one.desired_firmware_id !== desired)
    const change = {
      actorId: account.accountId,
      action: 'firmware.assigned',
      subjectType: 'firmware',
      subjectId: version ?? '',
      before: null,
      after: { version: version ?? null, controllerIds: ids.slice(0, NAMED_IDS), count: ids.length },
    }
    await (isChanged ? recordChange({ database: { db }, clock }, change) : markRecorded())
    const newer = firmware ? found.filter((one) => isNewer(one.software_version, firmware.version)).length : 0
    return { version: version ?? null, assigned: ids.length, newer }
  })
}

/** Keeps an audit entry short however many are assigned at once. */
const NAMED_IDS = 100
