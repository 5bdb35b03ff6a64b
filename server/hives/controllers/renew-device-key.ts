import type * as v from 'valibot'
import type { DeviceKeyBody } from '#domain/hives/controller.ts'
import type { Deps } from '../../deps.ts'
import { recordAdministration } from '../../platform/audit/record-administration.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { markRecorded } from '../../platform/http/current-request.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { hashToken } from '../../platform/runtime/ids.ts'
import { tokenOfRequest } from '../../platform/runtime/token-of-request.ts'
import { type ControllerRow, updateController } from './controller-queries.ts'
import { NEXT_KEY } from './next-key.ts'
import { hasFormerKey } from './to-controller.ts'
import { requireController } from './visible-controllers.ts'

type Renewing = Pick<Deps, 'database' | 'clock' | 'ids' | 'secrets' | 'refusals'>

/**
 * Makes a new key for a transmitter. The old one ends immediately, or over the air: once the transmitter has received the new key
 * with a reply and used it. If the transmitter has a previous owner and has not received its current key yet, its former key works
 * until then. The same request again, because its answer was lost, gets the same key and changes nothing.
 */
export async function renewDeviceKey(
  { database: { db }, clock, ids, secrets, refusals }: Renewing,
  account: SignedIn,
  id: number,
  { id: requestId, overTheAir }: v.InferOutput<typeof DeviceKeyBody>,
): Promise<string> {
  const { access, row } = await requireController(db, account, id, 'write')
  const deviceKey =
    requestId === undefined
      ? ids.token()
      : tokenOfRequest(secrets, 'new device key', account.accountId, `${id} ${requestId}`)
  const keyHash = hashToken(deviceKey)
  if (keyHash === row.device_key_hash || (overTheAir && keyHash === row.next_key_hash)) {
    markRecorded()
    return deviceKey
  }
  const changes = overTheAir
    ? {
        ...formerKeyOf(row),
        next_key_hash: keyHash,
        next_key_sealed: secrets.seal(deviceKey, NEXT_KEY),
      }
    : {
        device_key_hash: keyHash,
        next_key_hash: null,
        next_key_sealed: null,
        former_key_hash: null,
      }
  await db.transaction().execute(async (within) => {
    const changed = await updateController(within, id, changes)
    if (!changed) throw new AppError(404, 'controller_not_found')
    const change = { action: 'controller.renewDeviceKey', subjectType: 'controller', subjectId: String(id) }
    const states = { before: null, after: overTheAir ? { overTheAir } : null }
    await recordAdministration({ database: { db: within }, clock }, { account, access }, { ...change, ...states })
  })
  if (!overTheAir) refusals.keyReplaced(row.device_key_hash, id)
  return deviceKey
}

const formerKeyOf = (row: ControllerRow) => (hasFormerKey(row) ? { device_key_hash: row.former_key_hash } : {})
