import type { InferOutput } from 'valibot'
import type { ProvisionBody } from '#domain/hives/controller.ts'
import type { Deps } from '../../deps.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import { isUniqueViolation } from '../../platform/db/lane.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { hashToken } from '../../platform/runtime/ids.ts'
import { insertController, selectControllerByImei, selectTakenImsis } from './controller-queries.ts'

/** Adds a new transmitter that has no owner yet. Throws 409 `controller_already_registered` for a known IMEI, `imsi_taken` for a known IMSI. */
export async function provisionController(
  { database, clock, ids, config }: Pick<Deps, 'database' | 'clock' | 'ids' | 'config'>,
  administrator: SignedIn,
  body: InferOutput<typeof ProvisionBody>,
): Promise<{ id: number; deviceKey: string }> {
  const deviceKey = ids.token()
  const shown = { imei: body.imei, imsi: body.imsi, name: body.name ?? body.imei, msisdn: body.msisdn ?? null }
  const made = {
    ...shown,
    claim_code_demanded: (body.demandClaimCode ?? config.claimCodes) ? (1 as const) : (0 as const),
    device_key_hash: hashToken(deviceKey),
    created_at: clock.now(),
  }
  try {
    return await database.db.transaction().execute(async (db) => {
      const isKnown = await selectControllerByImei(db, body.imei)
      if (!isKnown && (await selectTakenImsis(db, [body.imsi])).size > 0) throw new AppError(409, 'imsi_taken')
      const { id } = await insertController(db, made)
      await recordChange(
        { database: { db }, clock },
        {
          actorId: administrator.accountId,
          action: 'controller.provision',
          subjectType: 'controller',
          subjectId: String(id),
          before: null,
          after: shown,
        },
      )
      return { id, deviceKey }
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError(409, 'controller_already_registered', { cause: error })
    throw error
  }
}
