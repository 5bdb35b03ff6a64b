import type { InferOutput } from 'valibot'
import type { BatchBody, ProvisionedController } from '#domain/hives/administered-controller.ts'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import type { Deps } from '../../deps.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import { isUniqueViolation } from '../../platform/db/lane.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { markRecorded } from '../../platform/http/current-request.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { hashToken } from '../../platform/runtime/ids.ts'
import { tokenOfRequest } from '../../platform/runtime/token-of-request.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { insertControllers, selectKnownImeis, selectUnused } from './admin-controller-queries.ts'
import { selectTakenImsis } from './controller-queries.ts'

/** The key of a transmitter in a request with an id; no spreadsheet takes it for a formula. */
function keyOfRequest(secrets: Deps['secrets'], accountId: number, request: string): string {
  for (let round = 0; ; round++) {
    const key = tokenOfRequest(secrets, 'device key', accountId, `${request} ${round}`)
    if (/^[A-Za-z0-9]/.test(key)) return key
  }
}

/**
 * Adds many new transmitters, or none of them. Throws 409 `controller_already_registered` listing all whose IMEI is known, 409
 * `imsi_taken` listing all whose SIM card another transmitter has, and 400 `invalid_body` listing duplicates within the batch, each
 * with its path (`controllers.3.imei`). The same request again, with its id, gets the same answer until one of its keys has been used.
 */
export async function provisionControllers(
  { database, clock, ids, config, secrets }: Pick<Deps, 'database' | 'clock' | 'ids' | 'config' | 'secrets'>,
  administrator: SignedIn,
  { id: requestId, controllers: batch }: InferOutput<typeof BatchBody>,
): Promise<ProvisionedController[]> {
  const faults = (
    code: ErrorCode,
    status: 400 | 409,
    name: 'imei' | 'imsi',
    isFault: (number: string, index: number) => boolean,
  ) => {
    const message = translate(administrator.language, `error.${code}`)
    const issues = batch.flatMap((one, index) =>
      isFault(one[name], index) ? [{ path: `controllers.${index}.${name}`, message }] : [],
    )
    if (issues.length > 0) throw new AppError(status, code === 'already_exists' ? 'invalid_body' : code, { issues })
  }
  const imeis = batch.map(({ imei }) => imei)
  const imsis = batch.map(({ imsi }) => imsi)
  faults('already_exists', 400, 'imei', (imei, index) => imeis.indexOf(imei) < index)
  faults('already_exists', 400, 'imsi', (imsi, index) => imsis.indexOf(imsi) < index)
  const made = batch.map(({ imei, imsi, name = imei, msisdn = null, demandClaimCode = config.claimCodes }) => ({
    ...{ imei, imsi, name, msisdn, claim_code_demanded: demandClaimCode ? (1 as const) : (0 as const) },
    deviceKey:
      requestId === undefined
        ? ids.token()
        : keyOfRequest(secrets, administrator.accountId, `${requestId.toLowerCase()} ${imei}`),
  }))
  const answerOf = (idOf: ReadonlyMap<string, number>) =>
    made.map(({ msisdn: _, claim_code_demanded: __, ...one }) => ({ id: idOf.get(one.imei)!, ...one }))
  const keys = made.map(({ imei, imsi, deviceKey }) => ({ imei, imsi, keyHash: hashToken(deviceKey) }))
  const insert = () =>
    database.db.transaction().execute(async (db) => {
      const before = requestId === undefined ? undefined : await selectUnused(db, keys)
      if (before?.size === batch.length) {
        markRecorded()
        return answerOf(before)
      }
      const known = new Set(await selectKnownImeis(db, imeis))
      faults('controller_already_registered', 409, 'imei', (imei) => known.has(imei))
      const taken = await selectTakenImsis(db, imsis)
      faults('imsi_taken', 409, 'imsi', (imsi) => taken.has(imsi))
      const rows = made.map(({ deviceKey, ...row }) => ({
        ...row,
        device_key_hash: hashToken(deviceKey),
        created_at: clock.now(),
      }))
      const idOf = await insertControllers(db, rows)
      const controllers = answerOf(idOf)
      for (const [index, { id }] of controllers.entries()) {
        const { deviceKey: _, ...after } = made[index]!
        await recordChange(
          { database: { db }, clock },
          {
            actorId: administrator.accountId,
            action: 'controller.provision',
            subjectType: 'controller',
            subjectId: String(id),
            before: null,
            after,
          },
        )
      }
      return controllers
    })
  return insert().catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError(409, 'controller_already_registered', { cause: error }) : error
  })
}
