import type { Kysely } from 'kysely'
import type { AdministeredController, ListedController } from '#domain/hives/administered-controller.ts'
import { LOW_MILLIVOLTS, patienceHours } from '#domain/hives/doctor/device-doctor.ts'
import { voltsFromMillivolts } from '#domain/hives/units.ts'
import { HOUR_MS } from '#domain/platform/durations.ts'
import { subscriptionState } from '#domain/shop/subscription.ts'
import type { Deps } from '../../deps.ts'
import { isoTime, isoTimeOrNull } from '../../platform/db/stored-time.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { pageOf, readCursor } from '../../platform/http/list-query.ts'
import type { Tables } from '../../store/tables.ts'
import {
  type Belonging,
  type ControllerListFilter,
  type ListedRow,
  selectAdministeredController,
  selectListedControllers,
} from './admin-controller-queries.ts'
import { claimCodeOf } from './claim-code.ts'
import { intervalInForce } from './interval-in-force.ts'
import { toController } from './to-controller.ts'

type Wanted = Omit<ControllerListFilter, 'after' | 'nowMs' | 'subscriptions'> & { cursor?: string | undefined }
type ReadDeps = Pick<Deps, 'database' | 'clock' | 'config' | 'secrets'>

/** Returns one page of transmitters. Throws 400 `invalid_query` for a cursor from another list. */
export async function listControllers(
  { database: { db }, clock, config }: Omit<ReadDeps, 'secrets'>,
  { cursor, ...wanted }: Wanted,
): Promise<{ items: ListedController[]; nextCursor: string | null }> {
  const nowMs = clock.now()
  const { subscriptions } = config
  const after = readCursor(cursor, wanted.sort, ['name', 'imei'])
  const filter = { ...wanted, after, nowMs, subscriptions, limit: wanted.limit + 1 }
  const found = await selectListedControllers(db, filter)
  const { rows, nextCursor } = pageOf(found, wanted, ({ id, sort_value }) => ({ id, value: sort_value }))
  return { items: rows.map((row) => toListed(row, nowMs, subscriptions)), nextCursor }
}

/** Everything about one transmitter. Throws 404 `controller_not_found`. */
export async function readAdministered(
  { clock, config, secrets }: Omit<ReadDeps, 'database'>,
  db: Kysely<Tables>,
  id: number,
): Promise<AdministeredController> {
  const row = await selectAdministeredController(db, id)
  if (!row) throw new AppError(404, 'controller_not_found')
  return {
    ...toController(row, 'administered', clock.now(), config),
    ...belongingOf(row),
    claimCode: claimCodeOf(secrets, row.imei),
    demandClaimCode: row.claim_code_demanded === 1,
    created: isoTime(row.created_at),
  }
}

const belongingOf = (row: Belonging & { owner_id: number | null; affiliation_id: number | null }) => ({
  owner: row.owner_id === null ? null : { id: row.owner_id, email: row.owner_email ?? '' },
  affiliation: row.affiliation_id === null ? null : { id: row.affiliation_id, name: row.affiliation_name ?? '' },
})

function toListed(row: ListedRow, nowMs: number, subscriptions: boolean): ListedController {
  return {
    id: row.id,
    imei: row.imei,
    imsi: row.imsi,
    name: row.name,
    ...belongingOf(row),
    lastUpdate: isoTimeOrNull(row.last_seen_at),
    silent: isSilent(row, nowMs, subscriptions),
    battery: row.battery_mv === null ? null : voltsFromMillivolts(row.battery_mv),
    batteryLow: row.battery_mv !== null && row.battery_mv < (row.battery_low_mv ?? LOW_MILLIVOLTS),
    signal: row.signal_dbm,
    softwareVersion: row.software_version,
    subscriptionEnd: subscriptions ? isoTimeOrNull(row.subscription_ends_at) : null,
    subscriptionState: subscriptionState(row.subscription_ends_at, nowMs, subscriptions),
    remainingNotifications: row.remaining_notifications,
  }
}

/** As in the fleet, an ended subscription excuses silence, unless it began before the end. */
function isSilent(row: ListedRow, nowMs: number, subscriptions: boolean): boolean {
  const patience = patienceHours(intervalInForce(row)) * HOUR_MS
  const { last_seen_at: seen, subscription_ends_at: end } = row
  if (row.owner_id === null || Number(seen ?? row.activated_at ?? 0) + patience >= nowMs) return false
  const isExcused = subscriptions && end !== null && Number(end) <= nowMs
  return !isExcused || (seen !== null && Number(seen) < Number(end) - patience)
}
