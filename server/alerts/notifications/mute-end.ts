import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '../../store/tables.ts'

type Mutes = ExpressionBuilder<Tables, 'mute'>

/** The last time that is a date, in epoch ms: a later one was damaged, and would keep alarms silent for good. */
const LAST_MS = 8.64e15
/** Over, so that alarms ring. */
const LONG_AGO = 0

/** When the user's own mute or their visit's hold ends; null if there is none or it has no end. */
const sound = (where: Mutes, column: 'mute.until' | 'mute.held_until') =>
  where.case().when(column, '>', LAST_MS).then(where.lit(LONG_AGO)).else(where.ref(column)).end()

/** When a mute ends, in epoch ms: the later of what the user muted and what their visit holds back. Null if muted for good. */
export const muteEnd = (where: Mutes) => {
  const [until, heldUntil] = [sound(where, 'mute.until'), sound(where, 'mute.held_until')]
  return where.case().when(heldUntil, '>', until).then(heldUntil).else(until).end()
}

/** Whether a mute is in effect at a time in epoch ms. */
export const mutedAt = (nowMs: number) => (where: Mutes) =>
  where.or([
    where('mute.until', 'is', null),
    where(sound(where, 'mute.until'), '>', nowMs),
    where(sound(where, 'mute.held_until'), '>', nowMs),
  ])
