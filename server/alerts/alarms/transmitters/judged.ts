import type { AlarmReason } from '#domain/alerts/alarm.ts'
import type { Deps } from '../../../deps.ts'
import type { Reminder } from './subscription-reminders.ts'
import type { WatchedType } from './transmitter-queries.ts'

export type WatchDeps = Pick<
  Deps,
  'database' | 'clock' | 'config' | 'events' | 'listening' | 'loops' | 'wakeDeliveries'
>

/** An alarm to open; without a scale it is about the transmitter, or several of its scales. Times in epoch seconds. */
export type Found = {
  controllerId: number
  scaleId?: number
  type: WatchedType
  startedAt: number
  why: AlarmReason[]
  reminder?: Reminder
  /** Transmitters of the same owner that fell silent with it. */
  together?: number[]
}
/** An open alarm that is over. */
export type Over = { id: number; controllerId: number; scaleId?: number; endedAt: number }
/** An open alarm that continues for other reasons. */
export type Revised = { id: number; controllerId: number; why: AlarmReason[] }
export type Judged = { found: Found[]; over: Over[]; revised?: Revised[] }
