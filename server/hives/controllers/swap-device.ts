import type { Kysely, Updateable } from 'kysely'
import { AppError } from '../../platform/http/app-error.ts'
import type { Tables } from '../../store/tables.ts'
import { type ControllerRow, parkSpare, selectSpare, updateController } from './controller-queries.ts'
import type { ControllerTable } from './controller-table.ts'

/**
 * Frees the IMEI that a transmitter is to get if a spare has it: one that was registered, belongs to nobody, and has never sent. Returns the spare as it
 * was; undefined if there is none.
 */
export async function takeSpare(db: Kysely<Tables>, imei: string): Promise<ControllerRow | undefined> {
  const spare = await selectSpare(db, imei)
  return spare && (await parkSpare(db, spare)) ? spare : undefined
}

/** What the device that was a spare brings along: the key it signs in with, and the phone number of its SIM card if that comes with it. */
export const broughtBy = (
  spare: ControllerRow,
  { imsi }: Pick<Updateable<ControllerTable>, 'imsi'>,
): Updateable<ControllerTable> => ({
  claim_code_demanded: spare.claim_code_demanded,
  battery_low_mv: spare.battery_low_mv,
  ...(imsi === spare.imsi && { msisdn: spare.msisdn }),
  ...(spare.device_key_hash !== null && {
    device_key_hash: spare.device_key_hash,
    next_key_hash: null,
    next_key_sealed: null,
    former_key_hash: null,
  }),
})

/** Puts the replaced device in the place of the spare: without an owner, and without a key, since its owner knows that. */
export async function leaveReplaced(
  db: Kysely<Tables>,
  spare: ControllerRow,
  replaced: ControllerRow,
  by: ControllerRow,
): Promise<ControllerRow> {
  const card = by.imsi === replaced.imsi ? spare : replaced
  const left = await updateController(db, spare.id, {
    imei: replaced.imei,
    imsi: card.imsi,
    msisdn: card.msisdn,
    name: spare.name === spare.imei ? replaced.imei : spare.name,
    claim_code_demanded: replaced.claim_code_demanded,
    battery_low_mv: replaced.battery_low_mv,
    former_key_hash: by.device_key_hash === replaced.device_key_hash ? null : replaced.device_key_hash,
  })
  if (!left) throw new AppError(404, 'controller_not_found')
  return left
}
