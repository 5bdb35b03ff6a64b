import * as v from 'valibot'
import { Channel } from './controller.ts'

export const ScaleType = v.picklist(['weight', 'thermometer', 'humidity'])
export type ScaleType = v.InferOutput<typeof ScaleType>
export const ScaleState = v.picklist(['active', 'empty', 'deactivated', 'archived'])
export type ScaleState = v.InferOutput<typeof ScaleState>

/** Load-cell range in kg. */
export const GAIN_MINIMUM_KG = 9
export const GAIN_MAXIMUM_KG = 1100
export const GAIN_NORMAL_KG = 200

const mass = v.pipe(v.number(), v.minValue(0), v.maxValue(GAIN_MAXIMUM_KG))

/** The body of `POST scale` and `POST scale/{id}`; masses in kg. */
export const ScaleBody = v.object({
  controllerId: v.number(),
  channelId: Channel,
  name: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(80)),
  type: ScaleType,
  emptyWeight: v.optional(mass, 0),
  feedStock: v.optional(mass, 0),
  visible: v.optional(v.boolean(), true),
  isBrood: v.optional(v.boolean(), false),
  gain: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(GAIN_MINIMUM_KG), v.maxValue(GAIN_MAXIMUM_KG)),
    GAIN_NORMAL_KG,
  ),
  state: v.optional(ScaleState, 'active'),
  idscale: v.optional(v.number()),
})

export const Scale = v.object({
  id: v.number(),
  controllerId: v.number(),
  channel: v.number(),
  name: v.string(),
  type: ScaleType,
  emptyWeight: v.number(),
  feedStock: v.number(),
  visible: v.boolean(),
  isBrood: v.boolean(),
  gain: v.number(),
  state: ScaleState,
})
export type Scale = v.InferOutput<typeof Scale>

/** The reply to a change of a scale: the whole of it, as it now is. */
export const ScaleReply = v.object({ message: v.string(), ...Scale.entries })
