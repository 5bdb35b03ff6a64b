import type { Kysely } from 'kysely'
import type { AlarmReason } from '#domain/alarm.ts'
import type { Tables } from '../db/tables.ts'
import type { Deps } from '../http/deps.ts'
import { planDeliveries } from '../notifications/plan-deliveries.ts'
import { findReminders, outdatedReminders, type Reminder, reasonOf, takeReminders } from './subscription-reminders.ts'
import {
  closeAlarm,
  openAlarm,
  selectHeardAgain,
  selectOpenOfType,
  selectUnheard,
  type WatchedType,
} from './transmitter-queries.ts'

const HOUR_MS = 3600_000
const SURE_PERCENT = 95

type WatchDeps = Pick<Deps, 'database' | 'clock' | 'config' | 'events' | 'wakeDeliveries'>
type Found = { controllerId: number; type: WatchedType; startedAt: number; why: AlarmReason[] }
type Over = { id: number; controllerId: number; endedAt: number }

/**
 * Makes the work that opens and closes the alarms of transmitters themselves. What happened while this server did not
 * run is not held against them: silence counts from its start at the earliest.
 */
export function createTransmitterWatch(deps: WatchDeps): () => Promise<void> {
  const startedAt = deps.clock.now()
  return async () => {
    const { database, clock, config, events, wakeDeliveries } = deps
    const now = clock.now()
    const batteries = await database.read('batteries', { nowSeconds: Math.floor(now / 1000) })
    const unheard = await findSilence(deps, startedAt)
    const reminders = await findReminders(deps)
    const changed = await database.db.transaction().execute(async (db) => {
      const low = batteries.filter(({ state }) => state === 'low').map((battery) => toFound(battery, now))
      const ending = (await takeReminders(db, reminders, now)).map((reminder) => toEnding(reminder, now))
      const opened = await open(db, [...unheard, ...low, ...ending], now)
      const fine = new Set(batteries.filter(({ state }) => state === 'fine').map(({ controllerId }) => controllerId))
      const closed = [
        ...(await heardAgain(db)),
        ...(await charged(db, fine, now)),
        ...(await outdated(db, now, config)),
      ]
      for (const { id, endedAt } of closed) await closeAlarm(db, id, endedAt)
      return { opened, controllerIds: new Set([...opened, ...closed].map(({ controllerId }) => controllerId)) }
    })
    for (const controllerId of changed.controllerIds) events.publish({ type: 'alarm', controllerId, scaleIds: [] })
    if (changed.opened.length > 0) wakeDeliveries()
  }
}

/** No data for two update intervals plus an hour, while data would have been taken. */
async function findSilence({ database, clock, config }: WatchDeps, startedAt: number): Promise<Found[]> {
  const now = clock.now()
  const candidates = await selectUnheard(database.db, now - 3 * HOUR_MS)
  return candidates.flatMap(({ id, last_seen_at, update_interval_hours, subscription_ends_at, collectingSince }) => {
    const lastSeen = last_seen_at ?? 0
    const patience = (2 * update_interval_hours + 1) * HOUR_MS
    const isCollecting = !config.subscriptions || subscription_ends_at === null || subscription_ends_at > now
    if (!isCollecting || now - Math.max(lastSeen, startedAt, collectingSince ?? 0) <= patience) return []
    const hours = Math.floor((now - lastSeen) / HOUR_MS)
    const why = [{ code: 'noData', values: { hours } }]
    return [{ controllerId: id, type: 'silence' as const, startedAt: Math.floor(lastSeen / 1000), why }]
  })
}

function toFound(
  { controllerId, millivolts, daysLeft }: { controllerId: number; millivolts: number; daysLeft: number | null },
  now: number,
): Found {
  const volts = millivolts / 1000
  const why = daysLeft
    ? { code: 'batteryFalling', values: { volts, days: daysLeft } }
    : { code: 'batteryLow', values: { volts } }
  return { controllerId, type: 'battery', startedAt: Math.floor(now / 1000), why: [why] }
}

const toEnding = (reminder: Reminder, now: number): Found => ({
  controllerId: reminder.controllerId,
  type: 'subscription',
  startedAt: Math.floor(now / 1000),
  why: [reasonOf(reminder)],
})

/** One alarm an episode, its deliveries in the same transaction. */
async function open(db: Kysely<Tables>, found: readonly Found[], now: number): Promise<Found[]> {
  const opened: Found[] = []
  for (const alarm of found) {
    const id = await openAlarm(db, {
      controller_id: alarm.controllerId,
      type: alarm.type,
      started_at: alarm.startedAt,
      detected_at: Math.floor(now / 1000),
      confidence_percent: SURE_PERCENT,
      why: JSON.stringify(alarm.why),
    })
    if (id === undefined) continue
    await planDeliveries(db, [{ id, previousStatus: null }], now)
    opened.push(alarm)
  }
  return opened
}

const heardAgain = async (db: Kysely<Tables>): Promise<Over[]> =>
  (await selectHeardAgain(db)).map(({ id, controller_id, heardAt }) => ({
    id,
    controllerId: controller_id,
    endedAt: heardAt,
  }))

const charged = async (db: Kysely<Tables>, fine: ReadonlySet<number>, now: number): Promise<Over[]> =>
  (await selectOpenOfType(db, 'battery'))
    .filter(({ controller_id }) => fine.has(controller_id))
    .map(({ id, controller_id }) => ({ id, controllerId: controller_id, endedAt: Math.floor(now / 1000) }))

const outdated = async (db: Kysely<Tables>, now: number, config: Deps['config']): Promise<Over[]> =>
  (await outdatedReminders(db, now, config)).map((over) => ({ ...over, endedAt: Math.floor(now / 1000) }))
