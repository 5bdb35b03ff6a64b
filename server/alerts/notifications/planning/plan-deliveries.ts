import type { Kysely, Selectable } from 'kysely'
import type { AlarmStatus } from '#domain/alerts/alarm.ts'
import { isHint, RINGING_CONFIDENCE_PERCENT } from '#domain/alerts/alarm-types.ts'
import { isOfChangedScale } from '#domain/alerts/changed-scale.ts'
import { ChannelType } from '#domain/alerts/notification.ts'
import { isDoubted } from '#domain/alerts/one-reading.ts'
import { reasonsOf } from '#domain/alerts/reasons-of.ts'
import type { Tables } from '../../../store/tables.ts'
import {
  countNotification,
  insertDeliveries,
  readAlarmsToTell,
  readChannelsOfRule,
  readChannelsTold,
  readChannelsToRing,
  readLoudFor,
  readMaySendSms,
  readTelling,
} from './delivery-queries.ts'
import { readChannelsNaming, toNamed } from './together-queries.ts'

/** An alarm older than this when it arrives is only a mark on the timeline. */
const TOO_OLD_SECONDS = 6 * 3600
/** Hints cover whole days: they are judged in the morning, and if the server was off then they are told a day late. */
const HINT_TOO_OLD_SECONDS = 40 * 3600
/** Confirmations and withdrawals are sent for up to a day after the alarm. */
const FOLLOWED_FOR_SECONDS = 24 * 3600
/** A notification may stay on a screen, outdated, for up to this long. */
const CLEARED_FOR_SECONDS = 7 * 24 * 3600

/** `wasQuiet`: until now it was not sure enough to ring. `shownAt`: for a hint, the end of the last day it covers, in epoch seconds. `together`: transmitters of the same owner that fell silent with it. */
export type ChangedAlarm = {
  id: number
  previousStatus: AlarmStatus | null
  wasQuiet?: boolean
  shownAt?: number
  together?: readonly number[]
}

/**
 * Writes the deliveries for alarms that are new, have changed status or have become sure, in the caller's transaction. A new alarm goes to
 * every channel of its owner and watchers that wants it and is not muted, and once more when it becomes loud; later news goes only to those
 * who were told. When it is over, it is removed from the screens that show it, and the channels that can say so silently do.
 */
export async function planDeliveries(
  db: Kysely<Tables>,
  changed: readonly ChangedAlarm[],
  nowMs: number,
): Promise<void> {
  if (changed.length === 0) return
  const changes = new Map(changed.map((change) => [change.id, change]))
  for (const alarm of await readAlarmsToTell(db, [...changes.keys()])) {
    await planAlarm(db, alarm, changes.get(alarm.id)!, nowMs)
  }
}

async function planAlarm(
  db: Kysely<Tables>,
  alarm: Selectable<Tables['alarm']>,
  { previousStatus, wasQuiet, shownAt = alarm.detected_at, together = [] }: ChangedAlarm,
  nowMs: number,
): Promise<void> {
  const ageSeconds = nowMs / 1000 - shownAt
  if (alarm.status === 'closed') {
    const wasOpen = previousStatus !== null && previousStatus !== 'closed'
    if (wasOpen && isSettled(alarm) && ageSeconds <= CLEARED_FOR_SECONDS) await planClearing(db, alarm, nowMs)
    return
  }
  const rings = alarm.confidence_percent >= RINGING_CONFIDENCE_PERCENT
  // an alarm that was removed from the screens continues
  const isBack = previousStatus === 'withdrawn' || previousStatus === 'closed'
  const isNews = previousStatus === null || isBack || (wasQuiet && rings)
  if (alarm.status === 'withdrawn' || (alarm.status === 'confirmed' && !isNews)) {
    if (previousStatus !== null && ageSeconds <= FOLLOWED_FOR_SECONDS)
      await planFollowing(db, alarm, alarm.status, nowMs)
    return
  }
  if (!isNews) return
  if (!isHint(alarm.type)) {
    if (ageSeconds <= TOO_OLD_SECONDS) await planRinging(db, alarm, { rings, isBack, together }, nowMs)
  } else if (ageSeconds <= HINT_TOO_OLD_SECONDS) await planHint(db, alarm, nowMs)
}

/** An episode also ends when a hive stays away or its scale is too unsteady to follow; that is no reason to remove it from the screens. */
const isSettled = ({ why }: Pick<Selectable<Tables['alarm']>, 'why'>) => !/"(staysAway|unsteady)"/.test(why)

/**
 * An alarm already told is not told again. Where it has rung it does not ring again
 * because it was less sure in between, only if it had been withdrawn or closed.
 */
async function planRinging(
  db: Kysely<Tables>,
  alarm: Selectable<Tables['alarm']>,
  { rings, isBack, together }: { rings: boolean; isBack: boolean; together: readonly number[] },
  nowMs: number,
) {
  const why = reasonsOf(alarm.why)
  if (isDoubted(why, alarm.confidence_percent) || isOfChangedScale(why)) return
  const before = await readTelling(db, alarm.id)
  if (before.told && !rings && !isBack) return
  const types = rings ? await loudTypes(db, alarm) : toldTypes
  const readChannels = alarm.type === 'rule' ? readChannelsOfRule : readChannelsToRing
  const channels = (await readChannels(db, alarm, nowMs, types)).filter((id) => isBack || !before.rang.has(id))
  const namings = await planNaming(db, alarm, { together, channels, types }, nowMs)
  for (const [named, naming] of namings) {
    await insertDeliveries(db, alarm.id, rings ? 'rang' : 'told', naming, nowMs, toNamed(named))
  }
  if (!before.told && channels.length > 0) await countNotification(db, alarm)
}

/**
 * Splits the channels by which of the transmitters that fell silent together are to be named there: those that would ring on it, and none where an
 * earlier alarm names this one.
 */
async function planNaming(
  db: Kysely<Tables>,
  alarm: Selectable<Tables['alarm']>,
  { together, channels, types }: { together: readonly number[]; channels: number[]; types: readonly ChannelType[] },
  nowMs: number,
): Promise<[named: number[], channels: number[]][]> {
  if (together.length === 0 || channels.length === 0) return [[[], channels]]
  const naming = await readChannelsNaming(db, alarm)
  const namedOn = new Map(channels.map((id): [number, number[]] => [id, []]))
  if (channels.some((id) => !naming.has(id))) {
    for (const controller_id of together) {
      const ringing = await readChannelsToRing(db, { ...alarm, controller_id }, nowMs, types)
      for (const id of ringing) if (!naming.has(id)) namedOn.get(id)?.push(controller_id)
    }
  }
  const groups = Map.groupBy(namedOn, ([, named]) => named.join())
  return [...groups.values()].map((group) => [group[0]![1], group.map(([id]) => id)])
}

/** Tells a hint silently, also by mail, except on channels where this type of hint always rings. */
async function planHint(db: Kysely<Tables>, alarm: Selectable<Tables['alarm']>, nowMs: number): Promise<void> {
  const channels = await readChannelsToRing(db, alarm, nowMs, await loudTypes(db, alarm))
  const { loud, quiet } = await readLoudFor(db, alarm.type, channels, hintTypes)
  await insertDeliveries(db, alarm.id, 'rang', loud, nowMs)
  await insertDeliveries(db, alarm.id, 'told', quiet, nowMs)
  if (loud.length + quiet.length > 0) await countNotification(db, alarm)
}

const hintTypes = ['push', 'webhook', 'email'] as const

/** These channels hear of everything: a push replaces its earlier version, and a webhook is read by a program. */
const toldTypes = ['push', 'webhook'] as const
const freeTypes = ChannelType.options.filter((type) => type !== 'sms')

/** Messages on these channels can be corrected silently; a mail or an SMS cannot. */
const correctedTypes = ['push', 'webhook', 'ntfy', 'telegram', 'matrix'] as const

/** Without remaining notifications no SMS are sent; channels that cost nothing still work. */
export const loudTypes = async (
  db: Kysely<Tables>,
  alarm: Selectable<Tables['alarm']>,
): Promise<readonly ChannelType[]> => ((await readMaySendSms(db, alarm)) ? ChannelType.options : freeTypes)

/** A confirmation replaces what the phone shows; a withdrawal is also worth a mail, an SMS or a chat message. */
async function planFollowing(
  db: Kysely<Tables>,
  alarm: Selectable<Tables['alarm']>,
  stage: 'confirmed' | 'withdrawn',
  nowMs: number,
) {
  const types = stage === 'withdrawn' ? await loudTypes(db, alarm) : toldTypes
  const channels = await readChannelsTold(db, alarm.id, types)
  await insertDeliveries(db, alarm.id, stage, channels, nowMs)
}

async function planClearing(db: Kysely<Tables>, alarm: Selectable<Tables['alarm']>, nowMs: number) {
  const channels = await readChannelsTold(db, alarm.id, alarm.type === 'disturbance' ? correctedTypes : toldTypes)
  await insertDeliveries(db, alarm.id, 'closed', channels, nowMs)
}
