import type { Kysely } from 'kysely'
import { reasonsOf } from '#domain/alerts/reasons-of.ts'
import { diagnose } from '#domain/hives/doctor/device-doctor.ts'
import {
  type EndingBattery,
  FLEET_INGEST_HOURS,
  FLEET_ROWS,
  type Fleet,
  type SilentTransmitter,
} from '#domain/operations/fleet.ts'
import { DAY_MS, HOUR_MS } from '#domain/platform/durations.ts'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import { intervalInForce } from '../../hives/controllers/interval-in-force.ts'
import { readThrottledTransmitters } from '../../hives/readings/key-budgets/read-throttled.ts'
import { readFaultyTransmitters } from '../../hives/readings/refusals/read-field-faults.ts'
import { readRefusedTransmitters } from '../../hives/readings/refusals/read-refused-times.ts'
import { isoTime, isoTimeOrNull } from '../../platform/db/stored-time.ts'
import type { Tables } from '../../store/tables.ts'
import { readNodes } from '../nodes/read-nodes.ts'
import {
  countFailedDeliveries,
  countFailingChannels,
  countFirmware,
  countUnowned,
  countWaitingDeliveries,
  selectFailedJobs,
  selectIngest,
  selectLowBatteries,
  selectTransmitters,
  type TransmitterRow,
} from './fleet-queries.ts'

/** `silent`: the total number, and the ids of the first ones. */
export type FleetInput = { nowMs: number; subscriptions: boolean; silent: { count: number; ids: number[] } }

/** Reader task: the to-do list for all transmitters, as of `nowMs`. */
export async function readFleet(
  db: Kysely<Tables>,
  { nowMs, subscriptions, silent }: FleetInput,
): Promise<Omit<Fleet, 'troubles'>> {
  const batteries = (await selectLowBatteries(db)).map(toBattery).sort(byUrgency)
  const jobs = await selectFailedJobs(db, nowMs - 7 * DAY_MS, FLEET_ROWS)
  const firmware = await countFirmware(db)
  return {
    at: isoTime(nowMs),
    nodes: await readNodes(db, nowMs),
    owned: firmware.reduce((sum, { count }) => sum + count, 0),
    unowned: await countUnowned(db),
    silent: { count: silent.count, items: await silentTransmitters(db, silent.ids, { nowMs, subscriptions }) },
    clockAhead: await aheadTransmitters(db, nowMs),
    faulty: await faultyTransmitters(db, nowMs),
    throttled: await throttledTransmitters(db, nowMs),
    batteries: { count: batteries.length, items: batteries.slice(0, FLEET_ROWS) },
    firmware: firmware.slice(0, FLEET_ROWS),
    ingest: await ingestByHour(db, nowMs),
    deliveries: {
      failed: await countFailedDeliveries(db, nowMs - DAY_MS),
      waiting: await countWaitingDeliveries(db),
      failingChannels: await countFailingChannels(db),
    },
    jobs: jobs.map(({ id, type, description, problem, finished_at }) => ({
      id,
      type,
      description,
      problem: problem as ErrorCode | null,
      finished: isoTimeOrNull(finished_at),
    })),
  }
}

async function silentTransmitters(
  db: Kysely<Tables>,
  ids: readonly number[],
  { nowMs, subscriptions }: Omit<FleetInput, 'silent'>,
): Promise<SilentTransmitter[]> {
  const known = new Map((await selectTransmitters(db, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = known.get(id)
    return row ? [toSilent(row, nowMs, subscriptions)] : []
  })
}

/** The transmitters whose clocks are the furthest ahead come first. */
async function aheadTransmitters(db: Kysely<Tables>, nowMs: number): Promise<Fleet['clockAhead']> {
  const { count, rows } = await readRefusedTransmitters(db, nowMs, FLEET_ROWS)
  const known = new Map(
    (
      await selectTransmitters(
        db,
        rows.map(({ controllerId }) => controllerId),
      )
    ).map((row) => [row.id, row]),
  )
  const items = rows.flatMap(({ controllerId, readings, aheadSeconds, lastAt }) => {
    const row = known.get(controllerId)
    if (!row) return []
    const { id, name, imei, owner } = row
    return [{ id, name, imei, owner, readings, minutes: Math.round(aheadSeconds / 60), last: isoTime(lastAt) }]
  })
  return { count, items }
}

/** The transmitters with the most impossible values come first. */
async function faultyTransmitters(db: Kysely<Tables>, nowMs: number): Promise<Fleet['faulty']> {
  const { count, rows } = await readFaultyTransmitters(db, nowMs, FLEET_ROWS)
  const ids = rows.map(({ controllerId }) => controllerId)
  const known = new Map((await selectTransmitters(db, ids)).map((row) => [row.id, row]))
  const items = rows.flatMap(({ controllerId, lastAt, ...fault }) => {
    const row = known.get(controllerId)
    if (!row) return []
    const { id, name, imei, owner } = row
    return [{ id, name, imei, owner, ...fault, last: isoTime(lastAt) }]
  })
  return { count, items }
}

async function throttledTransmitters(db: Kysely<Tables>, nowMs: number): Promise<Fleet['throttled']> {
  const all = await readThrottledTransmitters(db, nowMs)
  const shown = all.slice(0, FLEET_ROWS)
  const rows = await selectTransmitters(
    db,
    shown.map(({ controllerId }) => controllerId),
  )
  const known = new Map(rows.map((row) => [row.id, row]))
  const items = shown.flatMap(({ controllerId, requests }) => {
    const row = known.get(controllerId)
    if (!row) return []
    const { id, name, imei, owner } = row
    return [{ id, name, imei, owner, requests }]
  })
  return { count: all.length, items }
}

/** A short diagnosis from what the transmitter last said about itself; the doctor's page has the full one. */
function toSilent(row: TransmitterRow, nowMs: number, subscriptions: boolean): SilentTransmitter {
  const seconds = (ms: number | null) => (ms === null ? null : Math.floor(Number(ms) / 1000))
  const { id, name, imei, owner, battery_mv, battery_low_mv, signal_dbm, last_seen_at } = row
  const lastSeen = seconds(last_seen_at)
  const { findings } = diagnose({
    now: Math.floor(nowMs / 1000),
    lastSeen,
    claimedAt: seconds(row.activated_at),
    updateIntervalHours: intervalInForce(row),
    subscriptionEndsAt: subscriptions ? seconds(row.subscription_ends_at) : null,
    battery: battery_mv === null ? null : { millivolts: battery_mv, daysLeft: null, lowMillivolts: battery_low_mv },
    refusedTimes: null,
    signal: signal_dbm === null || lastSeen === null ? [] : [{ time: lastSeen, dbm: signal_dbm }],
    heard: [],
    scales: [],
  })
  return {
    ...{ id, name, imei, owner },
    lastSeen: isoTimeOrNull(last_seen_at),
    battery: battery_mv === null ? null : battery_mv / 1000,
    signal: signal_dbm,
    finding: findings[0]?.code ?? 'transmitterSilent',
  }
}

function toBattery(row: Awaited<ReturnType<typeof selectLowBatteries>>[number]): EndingBattery {
  const { id, name, imei, owner, why, detected_at, battery_mv } = row
  const reason = reasonsOf(why).find(({ code }) => code === 'batteryFalling')
  const days = reason?.values?.days
  return {
    ...{ id, name, imei, owner },
    volts: battery_mv === null ? null : battery_mv / 1000,
    daysLeft: typeof days === 'number' ? days : null,
    since: isoTime(detected_at * 1000),
  }
}

const byUrgency = (a: EndingBattery, b: EndingBattery) =>
  (a.daysLeft ?? 0) - (b.daysLeft ?? 0) || (a.volts ?? 0) - (b.volts ?? 0)

async function ingestByHour(db: Kysely<Tables>, nowMs: number): Promise<Fleet['ingest']> {
  const last = Math.floor(nowMs / HOUR_MS) * HOUR_MS
  const first = last - (FLEET_INGEST_HOURS - 1) * HOUR_MS
  const known = new Map((await selectIngest(db, first)).map((hour) => [Number(hour.from), hour]))
  return Array.from({ length: FLEET_INGEST_HOURS }, (_, at) => {
    const from = first + at * HOUR_MS
    const { requests = 0, readings = 0, refused = 0 } = known.get(from) ?? {}
    return { from: isoTime(from), requests, readings, refused }
  })
}
