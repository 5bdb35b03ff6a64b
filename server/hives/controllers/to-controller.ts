import type { Controller } from '#domain/hives/controller.ts'
import { celsiusFromCenti, voltsFromMillivolts } from '#domain/hives/units.ts'
import type { Access } from '#domain/people/permission.ts'
import { subscriptionState } from '#domain/shop/subscription.ts'
import { isoTimeOrNull } from '../../platform/db/stored-time.ts'
import type { ControllerRow, NamedRow } from './controller-queries.ts'

/** Whether the key of a previous owner can still serve to fetch a new one: until the transmitter has sent with its own key. */
export const hasFormerKey = (row: Pick<ControllerRow, 'former_key_hash' | 'last_seen_at'>): boolean =>
  row.former_key_hash !== null && row.last_seen_at === null

/**
 * A transmitter as the API shows it. Watchers are not told the numbers of its SIM card: with IMEI and IMSI, they could claim it once its owner
 * leaves, while it still stands at the owner's hives, nor which affiliation it belongs to. `subscriptions`: whether subscriptions are enabled on this server.
 */
export function toController(
  row: NamedRow,
  access: Access,
  now: number,
  { subscriptions }: { subscriptions: boolean },
): Controller {
  const { latitude, longitude } = row
  return {
    id: row.id,
    imei: row.imei,
    imsi: access === 'watched' ? '' : row.imsi,
    msisdn: access === 'watched' ? null : row.msisdn,
    name: row.name,
    access,
    affiliation:
      access === 'watched' || row.affiliation_id === null
        ? null
        : { id: row.affiliation_id, name: row.affiliation_name ?? '' },
    location: latitude === null || longitude === null ? null : { latitude, longitude },
    updateInterval: row.update_interval_hours,
    loadCells: row.load_cells,
    signalFilter: row.signal_filter === 1,
    primaryRegionId: row.primary_region_id,
    secondaryRegionId: row.secondary_region_id,
    subscriptionEnd: subscriptions ? isoTimeOrNull(row.subscription_ends_at) : null,
    subscriptionState: subscriptionState(row.subscription_ends_at, now, subscriptions),
    activationDate: isoTimeOrNull(row.activated_at),
    remainingNotifications: row.remaining_notifications,
    lastReset: isoTimeOrNull(row.last_reset_at),
    limitReset: row.limit_reset,
    softwareVersion: row.software_version,
    battery: row.battery_mv === null ? null : voltsFromMillivolts(row.battery_mv),
    chipTemperature: row.chip_temperature_centi === null ? null : celsiusFromCenti(row.chip_temperature_centi),
    signal: row.signal_dbm,
    lastUpdate: isoTimeOrNull(row.last_seen_at),
    newKeyWaits: row.next_key_hash !== null,
    hasFormerKey: hasFormerKey(row),
  }
}
