import * as v from 'valibot'
import { Moment } from '../platform/moment.ts'
import { Channel } from './controller.ts'

/**
 * `weight in kg = (raw − offset) × multiplier`, for transmitters that send what their converter counts. It holds from `from` on, from
 * the beginning where that is null; where it is left out, from the beginning the first time and from now on later.
 */
export const CalibrationBody = v.object({
  offset: v.pipe(v.number(), v.finite()),
  multiplier: v.pipe(
    v.number(),
    v.finite(),
    v.check((value) => value !== 0, 'not zero'),
  ),
  from: v.optional(v.nullable(Moment)),
})
export type CalibrationBody = v.InferOutput<typeof CalibrationBody>

/**
 * A channel that has sent raw weights or has a calibration; `lastRaw` is the newest that is kept. `from`: since when the calibration
 * holds, null for ever; `keptFrom`: since when raw weights are kept; `isWeighing`: they are being weighed anew.
 */
export const Calibration = v.object({
  controllerId: v.number(),
  channel: Channel,
  offset: v.nullable(v.number()),
  multiplier: v.nullable(v.number()),
  from: v.nullable(v.string()),
  lastRaw: v.nullable(v.number()),
  lastRawAt: v.nullable(v.string()),
  keptFrom: v.nullable(v.string()),
  isWeighing: v.boolean(),
})
export type Calibration = v.InferOutput<typeof Calibration>
export const CalibrationReply = v.object({ message: v.string(), ...Calibration.entries })

/** kg of a raw weight. */
export const kgFromRaw = (
  raw: number,
  { offset, multiplier }: Pick<CalibrationBody, 'offset' | 'multiplier'>,
): number => (raw - offset) * multiplier

/** The calibration through two weighings: with nothing (or a known weight) on the scale, and with another known weight. */
export function calibrationOf(
  first: { raw: number; kg: number },
  second: { raw: number; kg: number },
): CalibrationBody | undefined {
  const multiplier = (second.kg - first.kg) / (second.raw - first.raw)
  if (!Number.isFinite(multiplier) || multiplier === 0) return undefined
  return { offset: first.raw - first.kg / multiplier, multiplier }
}
