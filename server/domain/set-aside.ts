import * as v from 'valibot'

/** Where it got stuck: readings that no tile takes, a scale that is not judged, days without hour and day values. */
export const setAsideStages = ['readings', 'detection', 'roll_up'] as const
export type SetAsideStage = (typeof setAsideStages)[number]

/** `damaged`: stored bytes are not whole. `too_slow`: it took too long again and again. */
export const setAsideReasons = ['damaged', 'failed', 'too_slow'] as const
export type SetAsideReason = (typeof setAsideReasons)[number]

/** What was set aside, for administrators. `scale` is null for what a transmitter says of itself; times ISO 8601. */
export const SetAside = v.object({
  id: v.number(),
  controllerId: v.number(),
  controller: v.string(),
  imei: v.string(),
  scale: v.nullable(v.object({ id: v.number(), name: v.string(), channel: v.number() })),
  stage: v.picklist(setAsideStages),
  reason: v.picklist(setAsideReasons),
  message: v.string(),
  readings: v.number(),
  received: v.string(),
  attempts: v.number(),
  tried: v.string(),
})
export type SetAside = v.InferOutput<typeof SetAside>
