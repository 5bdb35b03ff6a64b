import * as v from 'valibot'
import { Alarm } from '../alerts/alarm.ts'
import { Mute } from '../alerts/notification.ts'
import { DueSpan } from '../alerts/swarm-course.ts'
import { Visit } from '../alerts/visit.ts'
import { Controller } from '../hives/controller.ts'
import { Scale } from '../hives/scale.ts'

const measured = v.nullable(v.number())

/**
 * One scale with what the three tile modes need. Weights in kg, times ISO 8601. Changes are counted back from the last
 * reading. In epoch seconds: `sparkline`, the last weight of every four hours over 7 days, and `activity`, the highest
 * bucket levels of every hour of the day before the last reading; `gainLevel` and `lossLevel` are those of now.
 */
export const DashboardScale = v.object({
  ...Scale.entries,
  last: v.nullable(v.object({ time: v.string(), weight: measured, temperature: measured, humidity: measured })),
  /** Some of what is stored of it is damaged; figures that need it are null, or lack it. */
  damaged: v.boolean(),
  change24h: measured,
  change7d: measured,
  /** How far two weights in kg differ though nothing happened, by the scale's own nights; null where no night is known. */
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
  /** When something is to be done here after a swarm: `GET course` tells what. */
  due: v.optional(v.array(DueSpan)),
})
export type DashboardScale = v.InferOutput<typeof DashboardScale>

export const DashboardController = v.object({
  ...Controller.entries,
  scales: v.array(DashboardScale),
  mutes: v.array(Mute),
  alarms: v.array(Alarm),
  /** The visit that goes on at its hives. */
  visit: v.nullable(v.pick(Visit, ['id', 'startedAt'])),
})
export type DashboardController = v.InferOutput<typeof DashboardController>

export const Dashboard = v.array(DashboardController)
