import type { Transaction } from 'kysely'
import type { InferOutput } from 'valibot'
import { type ClaimBody, NOTIFICATIONS_PER_CONTROLLER } from '#domain/hives/controller.ts'
import { trialEnd } from '#domain/shop/subscription.ts'
import type { Deps } from '../../deps.ts'
import { isUniqueViolation } from '../../platform/db/lane.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { RateLimit } from '../../platform/http/limits/rate-limit.ts'
import { hashToken } from '../../platform/runtime/ids.ts'
import type { Tables } from '../../store/tables.ts'
import { recolorScales } from '../scale-colors/recolor-scales.ts'
import { isClaimCode } from './claim-code.ts'
import { closeToWatchers } from './close-to-watchers.ts'
import {
  claimFreeController,
  insertController,
  type NamedRow,
  selectClaimDemand,
  selectControllerByImei,
  selectTakenImsis,
  updateController,
} from './controller-queries.ts'
import type { OrderKeys } from './order-keys.ts'
import { placeInRegions } from './place-in-regions.ts'
import { requireRegions } from './require-regions.ts'

type Claim = InferOutput<typeof ClaimBody>
type Known = NonNullable<Awaited<ReturnType<typeof selectControllerByImei>>>
type Claimed = { isNew: true; row: NamedRow; deviceKey?: string } | { isNew: false; id: number }

/**
 * Gives a transmitter to the first account that names its IMEI and IMSI, with a trial that an order key extends. With open
 * provisioning, an unknown IMEI is added on the spot, as often as `madeKnown` allows the account, and the answer carries its
 * device key. A transmitter the claimant already owns stays unchanged, and no order key is redeemed. Throws 400
 * `imei_imsi_mismatch`, `claim_code_missing` and `claim_code_wrong`, 409 `controller_already_registered`, 409 `controller_affiliated` to
 * those who ask about it, and whatever `redeem` throws; nothing is claimed in that case.
 */
export async function claimController(
  deps: Pick<Deps, 'database' | 'clock' | 'ids' | 'config' | 'events' | 'secrets'> & Pick<OrderKeys, 'redeem'>,
  account: SignedIn,
  claim: Claim,
  madeKnown: RateLimit,
): Promise<Claimed> {
  const { db } = deps.database
  await requireRegions(db, [claim.primaryRegionId])
  const now = deps.clock.now()
  const trial = { activatedAt: now, subscriptionEndsAt: trialEnd(now, deps.config.trialDays) }
  const owned = {
    owner_id: account.accountId,
    name: claim.name,
    latitude: claim.location?.latitude ?? null,
    longitude: claim.location?.longitude ?? null,
    update_interval_hours: claim.updateInterval,
    primary_region_id: claim.primaryRegionId ?? null,
    secondary_region_id: null,
    regions_by_hand: claim.primaryRegionId ? (1 as const) : (0 as const),
  }
  let isCounted = false
  const countUnknown = async () => {
    await madeKnown.consume(String(account.accountId))
    isCounted = true
  }
  const ownOf = (known: Known | undefined) =>
    known?.imsi === claim.imsi && known.owner_id === account.accountId
      ? { isNew: false as const, id: known.id }
      : undefined
  const claimed = await db
    .transaction()
    .execute(async (transaction): Promise<Claimed> => {
      if (await selectClaimDemand(transaction, claim)) requireClaimCode(deps, claim)
      const row = await claimFreeController(transaction, claim, owned, trial)
      const known = row ? undefined : await selectControllerByImei(transaction, claim.imei)
      const own = ownOf(known)
      if (own) return own
      if (row?.affiliation_name && claim.askAboutAffiliation)
        throw new AppError(409, 'controller_affiliated', { values: { name: row.affiliation_name } })
      if (row) await closeToWatchers(transaction, row.id)
      if (row) await recolorScales(transaction, row.id)
      const keyed = row
        ? await withKey(transaction, deps, row)
        : await makeKnown(transaction, deps, claim, { known, owned, trial, countUnknown })
      const taken = { ...keyed, isNew: true as const, row: await placeInRegions(transaction, keyed.row) }
      if (!claim.orderKey) return taken
      const redemption = { key: claim.orderKey, controllerId: taken.row.id, accountId: account.accountId }
      const { ends_at } = await deps.redeem(transaction, deps, redemption)
      return { ...taken, row: { ...taken.row, subscription_ends_at: ends_at } }
    })
    .catch(async (error: unknown) => {
      if (isCounted) await madeKnown.giveBack(String(account.accountId))
      if (!isUniqueViolation(error)) throw error
      const known = await selectControllerByImei(db, claim.imei)
      const own = ownOf(known)
      if (own) return own
      throw refusal(known, claim)
    })
  if (claimed.isNew) deps.events.publish({ type: 'controller', controllerId: claimed.row.id, scaleIds: [] })
  return claimed
}

/** Throws unless the code typed from the label is right. */
function requireClaimCode({ secrets }: Pick<Deps, 'secrets'>, { imei, claimCode = '' }: Claim): void {
  if (claimCode.trim() === '') throw new AppError(400, 'claim_code_missing')
  if (!isClaimCode(secrets, imei, claimCode)) throw new AppError(400, 'claim_code_wrong')
}

/** A transmitter that was given up has no key, since its former owner knows the old one. The next owner gets a new key. */
async function withKey(
  db: Transaction<Tables>,
  { ids }: Pick<Deps, 'ids'>,
  row: NamedRow,
): Promise<{ row: NamedRow; deviceKey?: string }> {
  if (row.device_key_hash !== null) return { row }
  const deviceKey = ids.token()
  const keyed = await updateController(db, row.id, { device_key_hash: hashToken(deviceKey) })
  return keyed ? { row: keyed, deviceKey } : { row }
}

/** A unique violation by a concurrent insert is left to the caller, as it ends the transaction. */
async function makeKnown(
  db: Transaction<Tables>,
  { clock, ids, config }: Pick<Deps, 'clock' | 'ids' | 'config'>,
  claim: Claim,
  {
    known,
    owned,
    trial,
    countUnknown,
  }: {
    known: Known | undefined
    owned: Pick<Parameters<typeof insertController>[1], 'owner_id' | 'name'>
    trial: { activatedAt: number; subscriptionEndsAt: number }
    countUnknown: () => Promise<void>
  },
): Promise<{ row: NamedRow; deviceKey: string }> {
  if (known) throw refusal(known, claim)
  const isImsiTaken = (await selectTakenImsis(db, [claim.imsi])).size > 0
  if (!config.openProvisioning || isImsiTaken) throw new AppError(400, 'imei_imsi_mismatch')
  await countUnknown()
  const deviceKey = ids.token()
  const row = await insertController(db, {
    ...owned,
    imei: claim.imei,
    imsi: claim.imsi,
    device_key_hash: hashToken(deviceKey),
    activated_at: trial.activatedAt,
    subscription_ends_at: trial.subscriptionEndsAt,
    remaining_notifications: NOTIFICATIONS_PER_CONTROLLER,
    created_at: clock.now(),
  })
  return { row, deviceKey }
}

/** Either somebody else owns it, or the numbers do not match. Only those who know both numbers learn which. */
const refusal = (known: { imsi: string } | undefined, claim: Claim): AppError =>
  known?.imsi === claim.imsi
    ? new AppError(409, 'controller_already_registered')
    : new AppError(400, 'imei_imsi_mismatch')
