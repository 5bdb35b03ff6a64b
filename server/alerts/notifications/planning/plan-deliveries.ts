import type { Kysely, Selectable } from 'kysely'
import type { AlarmStatus } from '#domain/alerts/alarm.ts'
import { isHint, RINGING_CONFIDENCE_PERCENT } from '#domain/alerts/alarm-types.ts'
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

/** Older than this when it arrives, an alarm is a mark on the timeline and nothing more. */
const TOO_OLD_SECONDS = 6 * 3600
/** A hint is about days: it is judged in the morning, and a server that was off then tells it a day later. */
const HINT_TOO_OLD_SECONDS = 40 * 3600
/** What follows an alarm is told for a day. */
const FOLLOWED_FOR_SECONDS = 24 * 3600
/** So long a notification may still be on a screen, and say what is no longer so. */
const CLEARED_FOR_SECONDS = 7 * 24 * 3600

/** `wasQuiet`: until now it was not sure enough to ring. `shownAt`: of a hint, the end of the last day that it is about, in epoch seconds. */
export type ChangedAlarm = {
  id: number
  previousStatus: AlarmStatus | null
  wasQuiet?: boolean
  shownAt?: number
}

/**
 * Writes what is to be sent about alarms that are new, have another status or have become sure, in the caller's
 * transaction. A new one goes to every channel of its owner and watchers that wants it and is not muted, and once more when it turns
 * loud; what follows goes only to those who were told. That it is over takes it off the screens that show it, and is said where that makes no sound.
 */
export async function planDeliveries(
  db: Kysely<Tables>,
  changed: readonly ChangedAlarm[],
  nowMs: number,
): Promise<void> {
  if (changed.length === 0) return
  const changes = new Map(changed.map((change) => [change.id, change]))
  for (const alarm of await readAlarmsToTell(db, [...changes.keys()])) {
    const { previousStatus, wasQuiet, shownAt = alarm.detected_at } = changes.get(alarm.id)!
    const rings = alarm.confidence_percent >= RINGING_CONFIDENCE_PERCENT
    // what was taken off the screens goes on again
    const isBack = previousStatus === 'withdrawn' || previousStatus === 'closed'
    const isNews = previousStatus === null || isBack || (wasQuiet && rings)
    const ageSeconds = nowMs / 1000 - shownAt
    if (alarm.status === 'withdrawn' || (alarm.status === 'confirmed' && !isNews)) {
      if (previousStatus !== null && ageSeconds <= FOLLOWED_FOR_SECONDS) {
        await planFollowing(db, alarm, alarm.status, nowMs)
      }
    } else if (alarm.status === 'closed') {
      const wasOpen = previousStatus !== null && previousStatus !== 'closed'
      if (wasOpen && isSettled(alarm) && ageSeconds <= CLEARED_FOR_SECONDS) {
        const channels = await readChannelsTold(db, alarm.id, alarm.type === 'disturbance' ? correctedTypes : toldTypes)
        await insertDeliveries(db, alarm.id, 'closed', channels, nowMs)
      }
    } else if (isHint(alarm.type)) {
      if (isNews && ageSeconds <= HINT_TOO_OLD_SECONDS) await planHint(db, alarm, nowMs)
    } else if (isNews && ageSeconds <= TOO_OLD_SECONDS) {
      await planRinging(db, alarm, { rings, isBack }, nowMs)
    }
  }
}

/** An episode also ends where a hive stays away, or its scale shows too much to follow: that is nothing to take off a screen. */
const isSettled = ({ why }: Pick<Selectable<Tables['alarm']>, 'why'>) => !/"(staysAway|unsteady)"/.test(why)

/**
 * What was told is not told again, and what has rung does not ring again for having been less sure in between, only for having been
 * withdrawn or over.
 */
async function planRinging(
  db: Kysely<Tables>,
  alarm: Selectable<Tables['alarm']>,
  { rings, isBack }: { rings: boolean; isBack: boolean },
  nowMs: number,
) {
  if (isDoubted(reasonsOf(alarm.why), alarm.confidence_percent)) return
  const before = await readTelling(db, alarm.id)
  if ((rings ? before.rang : before.told) && !isBack) return
  const types = rings ? await loudTypes(db, alarm) : toldTypes
  const readChannels = alarm.type === 'rule' ? readChannelsOfRule : readChannelsToRing
  const channels = await readChannels(db, alarm, nowMs, types)
  await insertDeliveries(db, alarm.id, rings ? 'rang' : 'told', channels, nowMs)
  if (!before.told && channels.length > 0) await countNotification(db, alarm)
}

/** Without a sound, also by mail, unless a channel has hints of this type ring. */
async function planHint(db: Kysely<Tables>, alarm: Selectable<Tables['alarm']>, nowMs: number): Promise<void> {
  const channels = await readChannelsToRing(db, alarm, nowMs, await loudTypes(db, alarm))
  const { loud, quiet } = await readLoudFor(db, alarm.type, channels, hintTypes)
  await insertDeliveries(db, alarm.id, 'rang', loud, nowMs)
  await insertDeliveries(db, alarm.id, 'told', quiet, nowMs)
  if (loud.length + quiet.length > 0) await countNotification(db, alarm)
}

const hintTypes = ['push', 'webhook', 'email'] as const

/** Those hear of everything: what replaces what it said before, and what a program listens to. */
const toldTypes = ['push', 'webhook'] as const
const freeTypes = ChannelType.options.filter((type) => type !== 'sms')

/** What was said there can be taken back without a sound; a mail and an SMS cannot. */
const correctedTypes = ['push', 'webhook', 'ntfy', 'telegram', 'matrix'] as const

/** At zero remaining notifications SMS stop; what costs nothing still goes. */
export const loudTypes = async (
  db: Kysely<Tables>,
  alarm: Selectable<Tables['alarm']>,
): Promise<readonly ChannelType[]> => ((await readMaySendSms(db, alarm)) ? ChannelType.options : freeTypes)

/** A confirmation replaces what the phone shows; that it was nothing is worth a mail, an SMS or a chat too. */
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
