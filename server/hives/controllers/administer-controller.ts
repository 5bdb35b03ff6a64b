import type { Kysely, Updateable } from 'kysely'
import type { AdministeredController, AdministeredControllerBody } from '#domain/hives/administered-controller.ts'
import { defined, mapDefined } from '#domain/platform/defined.ts'
import type { Deps } from '../../deps.ts'
import { activeAccountOf } from '../../people/accounts/active-account-of.ts'
import { tellOwner } from '../../people/accounts/tell-owner.ts'
import { requireAffiliation } from '../../people/affiliations/require-affiliation.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import { flag } from '../../platform/db/flag.ts'
import { isUniqueViolation } from '../../platform/db/lane.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { Tables } from '../../store/tables.ts'
import { forgetFaults } from '../readings/refusals/forget-faults.ts'
import { recolorScales } from '../scale-colors/recolor-scales.ts'
import { selectAdministeredController } from './admin-controller-queries.ts'
import { closeToWatchers } from './close-to-watchers.ts'
import { changesOf, columnsOf, withHand } from './controller-changes.ts'
import {
  type ControllerRow,
  type NamedRow,
  selectControllerByImei,
  selectTakenImsis,
  updateController,
} from './controller-queries.ts'
import type { ControllerTable } from './controller-table.ts'
import { formerInterval } from './interval-in-force.ts'
import { placeInRegions } from './place-in-regions.ts'
import { readAdministered } from './read-administered.ts'
import { requireRegions } from './require-regions.ts'
import { broughtBy, leaveReplaced, takeSpare } from './swap-device.ts'
import { deleteMutesOf } from './watcher-queries.ts'

type AdministerDeps = Pick<
  Deps,
  'database' | 'clock' | 'config' | 'events' | 'ingest' | 'mailer' | 'refusals' | 'secrets' | 'wakeMails'
>

/**
 * Changes any part of a transmitter. A new owner gets all its readings; its watchers are removed, and both owners are notified.
 * With the IMEI of a spare, that device takes the place of its own, and the replaced one that of the spare.
 * Throws 404 `controller_not_found`, `affiliation_not_found`, `region_not_found`, 400 `no_changes` and `owner_unknown`, 409
 * `controller_already_registered` if another one, not a spare, has the IMEI and `imsi_taken` if another one has the IMSI.
 */
export async function administerController(
  deps: AdministerDeps,
  administrator: SignedIn,
  id: number,
  edit: AdministeredControllerBody,
): Promise<{ controller: AdministeredController; isSwapped: boolean }> {
  const { clock, events } = deps
  const named = edit.imei === undefined ? undefined : await selectControllerByImei(deps.database.db, edit.imei)
  if (named?.owner_id === null) await deps.ingest.settled('briefly', [named.id])
  const edited = { actorId: administrator.accountId, action: 'controller.edit', subjectType: 'controller' } as const
  let endedKey: string | null = null
  const changed = await deps.database.db
    .transaction()
    .execute(async (db) => {
      const record = (subject: number, before: object, after: object) =>
        recordChange({ database: { db }, clock }, { ...edited, subjectId: String(subject), before, after })
      const row = await selectAdministeredController(db, id)
      if (!row) throw new AppError(404, 'controller_not_found')
      const before = await readAdministered(deps, db, id)
      const wanted = { ...columnsOf(edit), ...(await administeredColumns(db, edit)) }
      const changes = changesOf(row, withHand(row, wanted))
      if (Object.keys(changes).length === 0) throw new AppError(400, 'no_changes')
      await requireRegions(db, [changes.primary_region_id, changes.secondary_region_id])
      if (changes.affiliation_id) await requireAffiliation(db, changes.affiliation_id)
      const spare = changes.imei && row.owner_id !== null ? await takeSpare(db, changes.imei) : undefined
      if (changes.imsi && (await selectTakenImsis(db, [changes.imsi], id)).size > 0)
        throw new AppError(409, 'imsi_taken')
      const brought = spare && broughtBy(spare, changes)
      const now = clock.now()
      const remembered = { ...begun(row, changes, now), ...formerInterval(row, changes, now) }
      const updated = await updateController(db, id, { ...remembered, ...brought, ...changes })
      if (!updated) throw new AppError(404, 'controller_not_found')
      await placeInRegions(db, updated)
      if (spare) await forgetFaults(db, id)
      if (spare) await record(spare.id, numbersOf(spare), numbersOf(await leaveReplaced(db, spare, row, updated)))
      endedKey = updated.device_key_hash === row.device_key_hash ? null : row.device_key_hash
      if (changes.owner_id !== undefined) await handOver(deps, db, row, updated)
      const after = await readAdministered(deps, db, id)
      await record(id, before, after)
      return { controller: after, isSwapped: spare !== undefined }
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new AppError(409, 'controller_already_registered', { cause: error }) : error
    })
  deps.refusals.keyReplaced(endedKey, id)
  deps.wakeMails()
  events.publish({ type: 'controller', controllerId: id, scaleIds: [] })
  return changed
}

/** Ends what its former owner had granted and its new one had muted, and notifies both. */
async function handOver(
  deps: AdministerDeps,
  db: Kysely<Tables>,
  before: ControllerRow,
  { id, owner_id, name, imei, affiliation_name: affiliation }: NamedRow,
): Promise<void> {
  await closeToWatchers(db, id)
  await recolorScales(db, id)
  // what the new owner muted when watching it, or owning it before, no longer counts
  if (owner_id !== null) await deleteMutesOf(db, id, owner_id)
  if (before.owner_id !== null) {
    await tellOwner(deps, db, before.owner_id, 'transmitter_moved', { name: before.name, imei: before.imei })
  }
  if (owner_id !== null) {
    const affiliated = { affiliated: affiliation === null ? 'no' : 'yes', affiliation: affiliation ?? '' }
    await tellOwner(deps, db, owner_id, 'transmitter_received', { name, imei, ...affiliated })
  }
}

const numbersOf = ({ imei, imsi }: ControllerRow) => ({ imei, imsi })

/** What a claim would set for the first owner, except for the term of the subscription. */
const begun = (row: ControllerRow, changes: Updateable<ControllerTable>, now: number): Updateable<ControllerTable> =>
  changes.owner_id === undefined || row.activated_at !== null
    ? {}
    : { activated_at: now, remaining_notifications: changes.limit_reset ?? row.limit_reset }

async function administeredColumns(
  db: Kysely<Tables>,
  {
    imei,
    imsi,
    msisdn,
    subscriptionEnd,
    remainingNotifications,
    limitReset,
    affiliationId,
    ownerEmail,
    demandClaimCode,
  }: AdministeredControllerBody,
): Promise<Updateable<ControllerTable>> {
  const ownerId = ownerEmail === undefined ? undefined : await activeAccountOf(db, ownerEmail)
  if (ownerEmail !== undefined && ownerId === undefined) throw new AppError(400, 'owner_unknown')
  return defined({
    imei,
    imsi,
    msisdn,
    subscription_ends_at: mapDefined(subscriptionEnd, (end) => (end === null ? null : Date.parse(end))),
    remaining_notifications: remainingNotifications,
    limit_reset: limitReset,
    affiliation_id: affiliationId,
    owner_id: ownerId,
    claim_code_demanded: mapDefined(demandClaimCode, flag),
  })
}
