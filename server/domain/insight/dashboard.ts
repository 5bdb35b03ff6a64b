import * as v from 'valibot'
import { Alarm } from '../alerts/alarm.ts'
import { Mute } from '../alerts/notification.ts'
import { DueSpan } from '../alerts/swarm-course.ts'
import { Visit } from '../alerts/visit.ts'
import { Controller } from '../hives/controller.ts'
import { LastReading } from '../hives/last-reading.ts'
import { Scale } from '../hives/scale.ts'

const measured = v.nullable(v.number())

/**
 * One scale with everything the three tile modes need. Weights in kg, times ISO 8601. Changes are relative to the last weight. With times
 * in epoch seconds: `sparkline`, the last weight of every four hours over 7 days, and `activity`, the highest bucket levels of every hour
 * of the day before the last reading; `gainLevel` and `lossLevel` are the current ones.
 */
export const DashboardScale = v.object({
  ...Scale.entries,
  last: v.nullable(LastReading),
  /** Some of its stored data are damaged; figures that need them are null or lack them. */
  damaged: v.boolean(),
  change24h: measured,
  change7d: measured,
  /** How far two weights in kg can differ although nothing happened, judged by the scale's own nights; null if no night is known. */
  noise: measured,
  sparkline: v.object({ time: v.array(v.number()), weight: v.array(measured) }),
  midnights: v.array(v.object({ date: v.string(), weight: measured, delta: measured })),
  activity: v.object({
    gainLevel: v.number(),
    lossLevel: v.number(),
    gainTrigger: v.number(),
    lossTrigger: v.number(),
    time: v.array(v.number()),
    gain: v.array(v.number()),
    loss: v.array(v.number()),
  }),
  alarms: v.array(Alarm),
  /** When there is something to do here after a swarm; `GET course` says what. */
  due: v.optional(v.array(DueSpan)),
})
export type DashboardScale = v.InferOutput<typeof DashboardScale>

export const DashboardController = v.object({
  ...Controller.entries,
  scales: v.array(DashboardScale),
  mutes: v.array(Mute),
  alarms: v.array(Alarm),
  /** The visit in progress at its hives. */
  visit: v.nullable(v.pick(Visit, ['id', 'startedAt'])),
})
export type DashboardController = v.InferOutput<typeof DashboardController>

export const Dashboard = v.array(DashboardController)
