import type { Kysely } from 'kysely'
import { type AlarmStatus, RINGING_CONFIDENCE_PERCENT } from '#domain/alarm.ts'
import type { Tables } from '../db/tables.ts'
import {
  countNotification,
  insertDeliveries,
  readAlarmsToTell,
  readChannelsTold,
  readChannelsToRing,
} from './delivery-queries.ts'

/** Older than this when it arrives, an alarm is a mark on the timeline and nothing more. */
const TOO_OLD_SECONDS = 6 * 3600

export type ChangedAlarm = { id: number; previousStatus: AlarmStatus | null }

/**
 * Writes what is to be sent about alarms that are new or have another status, in the caller's transaction. A new one goes
 * to every channel of its owner and watchers that is not muted; what follows goes only to those who were told.
 */
export async function planDeliveries(
  db: Kysely<Tables>,
  changed: readonly ChangedAlarm[],
  nowMs: number,
): Promise<void> {
  if (changed.length === 0) return
  const previousStatus = new Map(changed.map(({ id, previousStatus: status }) => [id, status]))
  for (const alarm of await readAlarmsToTell(db, [...previousStatus.keys()])) {
    if (previousStatus.get(alarm.id) === null) {
      const recent = alarm.detected_at * 1000 >= nowMs - TOO_OLD_SECONDS * 1000
      if (!recent || alarm.status === 'withdrawn' || alarm.status === 'closed') continue
      const rings = alarm.confidence_percent >= RINGING_CONFIDENCE_PERCENT
      const channels = await readChannelsToRing(db, alarm, nowMs, rings ? ['push', 'email'] : ['push'])
      await insertDeliveries(db, alarm.id, 'rang', channels, nowMs)
      if (channels.length > 0) await countNotification(db, alarm.controller_id)
    } else if (alarm.status === 'confirmed' || alarm.status === 'withdrawn') {
      const channels = await readChannelsTold(db, alarm.id, 'push')
      await insertDeliveries(db, alarm.id, alarm.status, channels, nowMs)
    }
  }
}
