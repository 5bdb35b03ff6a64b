import type { Kysely } from 'kysely'
import { RINGING_CONFIDENCE_PERCENT } from '#domain/alarm.ts'
import type { Tables } from '../db/tables.ts'
import {
  countNotification,
  insertDeliveries,
  noteTold,
  readAlarmsToTell,
  readChannelsTold,
  readChannelsToRing,
} from './delivery-queries.ts'

/** Older than this when it arrives, an alarm is a mark on the timeline and nothing more. */
const TOO_OLD_SECONDS = 6 * 3600

const QUIETLY = 1
const LOUDLY = 2

/**
 * Writes what is to be sent about alarms that are new or have changed, in the caller's transaction. An alarm is told once,
 * quietly or loudly, to every channel of its owner and watchers that is not muted; one that was quiet rings when it has
 * become sure enough. What follows goes only to those who were told.
 */
export async function planDeliveries(db: Kysely<Tables>, alarmIds: readonly number[], nowMs: number): Promise<void> {
  for (const alarm of await readAlarmsToTell(db, alarmIds)) {
    const rings = alarm.confidence_percent >= RINGING_CONFIDENCE_PERCENT
    const level = rings ? LOUDLY : QUIETLY
    const isOver = alarm.status === 'withdrawn' || alarm.status === 'closed'
    const isRecent = alarm.detected_at * 1000 >= nowMs - TOO_OLD_SECONDS * 1000
    if (alarm.told < level && isRecent && !isOver) {
      const channels = await readChannelsToRing(db, alarm, nowMs, rings ? ['push', 'email'] : ['push'])
      await insertDeliveries(db, alarm.id, rings ? 'rang' : 'told', channels, nowMs)
      await noteTold(db, alarm.id, level)
      if (rings && channels.length > 0) await countNotification(db, alarm.controller_id)
    } else if (alarm.told > 0 && (alarm.status === 'confirmed' || alarm.status === 'withdrawn')) {
      const channels = await readChannelsTold(db, alarm.id, 'push')
      await insertDeliveries(db, alarm.id, alarm.status, channels, nowMs)
    }
  }
}
