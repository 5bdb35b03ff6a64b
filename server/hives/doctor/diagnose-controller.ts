import { assessBattery } from '#domain/hives/battery.ts'
import { type Diagnosis, diagnose } from '#domain/hives/doctor/device-doctor.ts'
import type { Deps } from '../../deps.ts'
import { isoTimeOrNull } from '../../platform/db/stored-time.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { readUncalibrated } from '../calibrations/read-uncalibrated.ts'
import { intervalInForce } from '../controllers/interval-in-force.ts'
import { requireController } from '../controllers/visible-controllers.ts'
import { openDownlinkFaults } from '../lora-devices/open-downlink-faults.ts'
import { hasDamaged } from '../readings/folding/has-damaged.ts'
import { readThrottled } from '../readings/key-budgets/read-throttled.ts'
import { readFaultsNow } from '../readings/refusals/read-field-faults.ts'
import { readRefusedTimes } from '../readings/refusals/read-refused-times.ts'
import { visibleScales } from '../scales/visible-scales.ts'
import { readUnknownNames } from '../unknown-fields/read-unknown-names.ts'

const HISTORY_SECONDS = 14 * 86_400
const UNUSABLE_SECONDS = 7 * 86_400

const secondsOrNull = (ms: number | null) => (ms === null ? null : Math.floor(ms / 1000))

/** Explains why a transmitter is silent or in trouble, from what it last reported about itself. `address` is its owner's network address. Throws 404. */
export async function diagnoseController(
  {
    database,
    clock,
    config,
    fieldFaults,
    refusals,
  }: Pick<Deps, 'database' | 'clock' | 'config' | 'fieldFaults' | 'refusals'>,
  account: SignedIn,
  id: number,
  address?: string,
): Promise<Diagnosis> {
  const controller = await requireController(database.db, account, id, 'read')
  const { row } = controller
  const scales = await visibleScales(database.db, account, [controller])
  const now = Math.floor(clock.now() / 1000)
  const lastSeen = secondsOrNull(row.last_seen_at)
  const vitals = await database.read('vitals', {
    controllerId: id,
    scaleIds: scales.map((scale) => scale.id),
    from: (lastSeen ?? now) - HISTORY_SECONDS,
    unusableFrom: (lastSeen ?? now) - UNUSABLE_SECONDS,
  })
  const unusable = Map.groupBy(vitals.unusable, ({ scaleId }) => scaleId)
  const lastTimes = new Map(vitals.lastTimes.map((last) => [last.scaleId, last]))
  const health =
    vitals.battery.length > 0 ? assessBattery(vitals.battery, lastSeen ?? now, row.battery_low_mv) : undefined
  const battery = health && health.millivolts > 0 ? { ...health, lowMillivolts: row.battery_low_mv } : null
  const throttled = await readThrottled(database.db, id, clock.now())
  const diagnosis = diagnose({
    now,
    lastSeen,
    claimedAt: secondsOrNull(row.activated_at),
    updateIntervalHours: intervalInForce(row),
    subscriptionEndsAt: config.subscriptions ? secondsOrNull(row.subscription_ends_at) : null,
    battery,
    refusedTimes: await readRefusedTimes(database.db, id, clock.now()),
    faults: await openDownlinkFaults(database.db, row, await readFaultsNow({ database, clock, fieldFaults }, id)),
    refused: {
      own: refusals.of(id),
      near: address === undefined || controller.access !== 'own' ? undefined : refusals.near(address),
      lastSeenMs: row.last_seen_at,
    },
    uncalibrated: await readUncalibrated({ database }, id),
    unknownNames: await readUnknownNames({ database, clock }, id),
    damaged: vitals.damaged || (await hasDamaged(database.db, id)),
    signal: vitals.signal,
    heard: vitals.heard,
    throttled: throttled && { ...throttled, limit: config.ingest.readingsADay },
    scales: scales.map((scale) => ({
      id: scale.id,
      name: scale.row.name,
      channel: scale.row.channel,
      type: scale.row.type,
      state: scale.row.state,
      lastReading: lastTimes.get(scale.id)?.time ?? null,
      lastMeasured: lastTimes.get(scale.id)?.measured ?? null,
      unusableHours: unusable.get(scale.id)?.length ?? 0,
    })),
  })
  return {
    ...diagnosis,
    lastSeen: isoTimeOrNull(row.last_seen_at),
    battery: battery && { volts: battery.millivolts / 1000, daysLeft: battery.daysLeft, hasTrend: battery.hasTrend },
  }
}
