import type { Kysely } from 'kysely'
import { mayShareCause, turnMs } from '#domain/hives/nobody-heard.ts'
import { DAY_MS, HOUR_MS } from '#domain/platform/durations.ts'
import type { Deps } from '../../../deps.ts'
import { intervalInForce } from '../../../hives/controllers/interval-in-force.ts'
import type { Tables } from '../../../store/tables.ts'
import { tellOutlasting } from '../../notifications/mutes/tell-outlasting.ts'
import { planDeliveries } from '../../notifications/planning/plan-deliveries.ts'
import { listed, tell } from '../changed-scales.ts'
import { hasMissedTurn, isOverdue, lastHeard, patienceMs } from './is-overdue.ts'
import { createScaleJudge } from './judge-scales.ts'
import type { Found, Judged, Over, Revised, WatchDeps } from './judged.ts'
import { findReminders, outdatedReminders, type Reminder, reasonOf, takeReminder } from './subscription-reminders.ts'
import {
  closeAlarm,
  openAlarm,
  reviseAlarm,
  selectHeardAgain,
  selectOpenOfType,
  selectUnheard,
} from './transmitter-queries.ts'
import { selectClockAlarms, selectLost, selectRefused } from './wrong-clock-queries.ts'

/** Why nothing that a transmitter sends is stored; the texts are `alarm.why.<code>` in `alarm.json` of each locale, since Today gives the reason. */
export const clockReasons = ['clockAhead', 'clockLost'] as const
const SURE_PERCENT = 95

/**
 * Creates the job that opens and closes the alarms of transmitters themselves, and of scales that are silent: silence, clocks, scales, batteries and
 * subscriptions, each independently, and each transmitter independently. Silence counts only the time in which this server was receiving; while its clock is in doubt nothing is judged.
 */
export function createTransmitterWatch(deps: WatchDeps): () => Promise<void> {
  const judging = deps.loops('watching transmitters')
  const writing = deps.loops('alarms of transmitters')
  const judges = [
    ['silence', () => judgeSilence(deps)],
    ['clocks', () => judgeClocks(deps)],
    ['scales', createScaleJudge(deps)],
    ['batteries', () => judgeBatteries(deps)],
    ['subscriptions', () => judgeSubscriptions(deps)],
  ] as const
  return async () => {
    if (!deps.clock.isTrusted()) return
    const judged: Judged[] = []
    await judging.run(
      judges,
      ([name]) => name,
      async ([, judge]) => void judged.push(await judge()),
    )
    const opened = judged.flatMap(({ found }) => found)
    const closed = judged.flatMap(({ over }) => over)
    const revised = judged.flatMap((one) => one.revised ?? [])
    const changed = new Map<number, Set<number>>()
    const write = async (one: Found | Over | Revised) => {
      const now = deps.clock.now()
      const isChanged = await deps.database.db.transaction().execute(async (db) => {
        if (!('id' in one)) return open(db, one, now)
        if (!('endedAt' in one)) return reviseAlarm(db, one.id, JSON.stringify(one.why))
        if (await closeAlarm(db, one.id, one.endedAt))
          await planDeliveries(db, [{ id: one.id, previousStatus: 'open' }], now)
        return true
      })
      if (!isChanged) return
      tell(changed, one.controllerId, 'scaleId' in one ? one.scaleId : undefined)
    }
    await writing.run([...opened, ...closed, ...revised], ({ controllerId }) => `transmitter ${controllerId}`, write)
    for (const one of listed(changed)) deps.events.publish({ type: 'alarm', ...one })
    if (changed.size > 0) deps.wakeDeliveries()
    if (await tellOutlasting(deps)) deps.wakeDeliveries()
  }
}

async function judgeSilence(deps: WatchDeps): Promise<Judged> {
  // everything received counts, even if it is not folded yet
  await deps.database.write('writeContacts', undefined)
  return { found: await findSilence(deps), over: await heardAgain(deps.database.db) }
}

const because = (code: (typeof clockReasons)[number]) => ({ why: [{ code }] })

/** Whoever sends only readings from the future, or from 1970, is heard, but sends no data. */
async function judgeClocks(deps: WatchDeps): Promise<Judged> {
  const { database, clock, config } = deps
  const now = clock.now()
  const hasNoData = (heardAt: number, updateIntervalHours: number) =>
    isOverdue({ heardAt, collectingSince: null, updateIntervalHours }, deps)
  const refused = [
    ...(await selectRefused(database.db)).map((row) => ({ ...row, ...because('clockAhead') })),
    ...(await selectLost(database.db, now - DAY_MS)).map((row) => ({ ...row, ...because('clockLost') })),
  ]
  const found = refused.flatMap((row): Found[] => {
    const { id, since, last_at: lastAt, newest, why, update_interval_hours: hours, subscription_ends_at: endsAt } = row
    // after a silence, it has time to find the right one
    const lastStored = 1000 * Math.max(Number(newest ?? 0), Number(row.heard_again ?? 0))
    const isCollecting = !config.subscriptions || endsAt === null || endsAt > now
    const heardAt = Math.max(lastStored, Number(since))
    if (!isCollecting || Number(lastAt) < now - patienceMs(hours) || !hasNoData(heardAt, hours)) return []
    return [{ controllerId: id, type: 'silence', startedAt: Math.floor(heardAt / 1000), why }]
  })
  const over = (await selectClockAlarms(database.db)).flatMap((row): Over[] => {
    const endedAt = Number(row.newest ?? 0)
    const isRight = endedAt > row.started_at && !hasNoData(endedAt * 1000, row.update_interval_hours)
    return isRight ? [{ id: row.id, controllerId: row.controller_id, endedAt }] : []
  })
  return { found, over }
}

async function judgeBatteries({ database, clock, loops }: WatchDeps): Promise<Judged> {
  const now = clock.now()
  const { reports, failed } = await database.read('batteries', { nowSeconds: Math.floor(now / 1000) })
  const outcomes = new Map<string, unknown>(
    reports.map(({ controllerId }) => [`transmitter ${controllerId}`, undefined]),
  )
  for (const { controllerId, reason } of failed) outcomes.set(`transmitter ${controllerId}`, new Error(reason))
  await loops('reading batteries').note(outcomes)
  const fine = new Set(reports.filter(({ state }) => state === 'fine').map(({ controllerId }) => controllerId))
  const low = reports.filter(({ state }) => state === 'low').map((battery) => toFound(battery, now))
  return { found: low, over: await charged(database.db, fine, now) }
}

async function judgeSubscriptions(deps: WatchDeps): Promise<Judged> {
  const now = deps.clock.now()
  const reminders = await findReminders(deps)
  const over = await outdated(deps.database.db, now, deps.config)
  return { found: reminders.map((reminder) => toEnding(reminder, now)), over }
}

/** No data for two update intervals plus an hour, while data would have been accepted. */
async function findSilence(deps: WatchDeps): Promise<Found[]> {
  const now = deps.clock.now()
  const rows = await selectUnheard(deps.database.db, { beforeMs: now - turnMs(1), nowMs: now })
  const late = rows.flatMap((row) => {
    const isCollecting =
      !deps.config.subscriptions || row.subscription_ends_at === null || row.subscription_ends_at > now
    const { id, owner_id: ownerId, collectingSince } = row
    const heardAt = lastHeard(Number(row.last_seen_at ?? 0), deps)
    return isCollecting ? [{ id, ownerId, heardAt, collectingSince, updateIntervalHours: intervalInForce(row) }] : []
  })
  const ofOwner = Map.groupBy(late, ({ ownerId }) => ownerId)
  return late.flatMap((one): Found[] => {
    if (!isOverdue(one, deps)) return []
    const { id: controllerId, heardAt, ownerId } = one
    const why = [{ code: 'noData', values: { hours: Math.floor((now - heardAt) / HOUR_MS) } }]
    const others = ofOwner.get(ownerId)!.filter((other) => other !== one && hasMissedTurn(other, deps))
    const together = others.filter((other) => mayShareCause(one, other)).map(({ id }) => id)
    return [{ controllerId, type: 'silence', startedAt: Math.floor(heardAt / 1000), why, together }]
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
  reminder,
})

/** Opens one alarm per episode, with its deliveries in the same transaction. Returns whether it is new. */
async function open(db: Kysely<Tables>, alarm: Found, now: number): Promise<boolean> {
  if (alarm.reminder && !(await takeReminder(db, alarm.reminder, now))) return false
  const opened = await openAlarm(db, {
    controller_id: alarm.controllerId,
    scale_id: alarm.scaleId ?? null,
    type: alarm.type,
    started_at: alarm.startedAt,
    detected_at: Math.floor(now / 1000),
    confidence_percent: SURE_PERCENT,
    why: JSON.stringify(alarm.why),
  })
  const { together } = alarm
  if (opened) await planDeliveries(db, [{ ...opened, ...(together && { together }) }], now)
  return opened !== undefined
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
