import * as v from 'valibot'

/** Where it got stuck: readings that fit into no tile, a scale that cannot be judged, days without hour and day values. */
export const setAsideStages = ['readings', 'detection', 'roll_up'] as const
export type SetAsideStage = (typeof setAsideStages)[number]

/** `damaged`: stored bytes are damaged. `too_slow`: it repeatedly took too long. */
export const setAsideReasons = ['damaged', 'failed', 'too_slow'] as const
export type SetAsideReason = (typeof setAsideReasons)[number]

/**
 * Work that was set aside, for administrators. `scale` is null for the transmitter's own values; `message`: the error as it is logged;
 * `readings` are stored in `bytes`, and `days` are waiting; times ISO 8601.
 */
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
  days: v.number(),
  bytes: v.number(),
  received: v.string(),
  attempts: v.number(),
  tried: v.string(),
})
export type SetAside = v.InferOutput<typeof SetAside>

/** A page of the list, newest first; `count` is the total. */
export const SetAsideList = v.object({
  items: v.array(SetAside),
  nextCursor: v.nullable(v.string()),
  count: v.number(),
})

/** `underWay`: whether it succeeded is not known yet. */
export const setAsideOutcomes = ['gone', 'stays', 'underWay'] as const
export type SetAsideOutcome = (typeof setAsideOutcomes)[number]
export const SetAsideTried = v.object({ message: v.string(), outcome: v.picklist(setAsideOutcomes) })

/** Where retrying everything continues: after one row, up to the one that was last when it started. */
const Part = v.object({ after: v.pipe(v.number(), v.integer()), until: v.pipe(v.number(), v.integer()) })
export const SetAsideRetryBody = v.object({ part: v.optional(Part) })

/** The result of retrying one part; `left`: how many are still to be tried. */
export const SetAsideRetried = v.object({
  message: v.string(),
  tried: v.number(),
  gone: v.number(),
  left: v.number(),
  next: v.nullable(Part),
})

export const setAsideFormats = ['json', 'csv'] as const
export type SetAsideFormat = (typeof setAsideFormats)[number]
