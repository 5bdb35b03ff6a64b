import * as v from 'valibot'
import { nameUpTo } from '../platform/text-up-to.ts'
import { CHANNELS_PER_CONTROLLER, Channel, type Controller, type LoadCells, SUMMED_CHANNELS } from './controller.ts'
import { ScaleColor } from './scale-color.ts'
import { TemperatureCompensation } from './temperature-compensation.ts'

export const ScaleType = v.picklist(['weight', 'thermometer', 'humidity'])
export type ScaleType = v.InferOutput<typeof ScaleType>
export const ScaleState = v.picklist(['active', 'empty', 'deactivated', 'archived'])
export type ScaleState = v.InferOutput<typeof ScaleState>

/** Load-cell range in kg. */
export const GAIN_MINIMUM_KG = 9
export const GAIN_MAXIMUM_KG = 1100
export const GAIN_NORMAL_KG = 200

const mass = v.pipe(v.number(), v.minValue(0), v.maxValue(GAIN_MAXIMUM_KG))

/** The body of `POST scale`; masses in kg. Omitted fields get their default or, with `idscale`, stay unchanged. */
export const ScaleBody = v.object({
  controllerId: v.number(),
  channelId: Channel,
  name: nameUpTo(80),
  type: ScaleType,
  emptyWeight: v.optional(mass),
  feedStock: v.optional(mass),
  visible: v.optional(v.boolean()),
  isBrood: v.optional(v.boolean()),
  gain: v.optional(v.pipe(v.number(), v.integer(), v.minValue(GAIN_MINIMUM_KG), v.maxValue(GAIN_MAXIMUM_KG))),
  state: v.optional(ScaleState),
  color: v.optional(ScaleColor),
  temperatureCompensation: v.optional(v.nullable(TemperatureCompensation)),
  idscale: v.optional(v.number()),
})
export type ScaleBody = v.InferOutput<typeof ScaleBody>

/** The body of `POST scale/{id}`: omitted fields stay unchanged, so that edits made on two devices do not undo each other. */
export const ScaleEditBody = v.partial(v.omit(ScaleBody, ['idscale']))
export type ScaleEdit = v.InferOutput<typeof ScaleEditBody>

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
  color: ScaleColor,
  temperatureCompensation: v.nullable(TemperatureCompensation),
})
export type Scale = v.InferOutput<typeof Scale>

/** The reply to a change of a scale: its complete new state. */
export const ScaleReply = v.object({ message: v.string(), ...Scale.entries })

/** The channels available to scales if 1, 2 or 4 load cells are combined into each. */
export const channelsOf = (loadCells: LoadCells): number[] =>
  loadCells === 1
    ? Array.from({ length: CHANNELS_PER_CONTROLLER }, (_, i) => i + 1)
    : SUMMED_CHANNELS.slice(0, CHANNELS_PER_CONTROLLER / loadCells)

/** The channels of a transmitter without a scale; an archived scale no longer occupies its channel. */
export function freeChannels(
  { id, loadCells }: Pick<Controller, 'id' | 'loadCells'>,
  scales: readonly Pick<Scale, 'controllerId' | 'channel' | 'state'>[],
): number[] {
  const taken = scales.filter((scale) => scale.controllerId === id && scale.state !== 'archived')
  return channelsOf(loadCells).filter((channel) => !taken.some((scale) => scale.channel === channel))
}
