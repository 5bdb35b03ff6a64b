import * as v from 'valibot'

/**
 * A region as the people in it see it. `priority`: the higher, the sooner it is proposed as the primary one. `utcOffset` in
 * hours; swarm alarms ring between the local hours `alarmFrom` and `alarmTo`.
 */
export const Region = v.object({
  id: v.number(),
  name: v.string(),
  priority: v.number(),
  utcOffset: v.number(),
  alarmFrom: v.number(),
  alarmTo: v.number(),
})
export type Region = v.InferOutput<typeof Region>
