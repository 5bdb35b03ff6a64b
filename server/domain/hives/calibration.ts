import * as v from 'valibot'
import { Moment } from '../platform/moment.ts'
import { Channel } from './controller.ts'

/**
 * `weight in kg = (raw − offset) × multiplier`, for transmitters that send the counts of their converter. It applies from `from` on; null
 * means from the beginning. If omitted, a first calibration applies from the beginning and a later one from now on.
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
 * A channel that has sent raw weights or has a calibration; `lastRaw` is the newest one stored. `from`: when the calibration starts to
 * apply, null for all time; `keptFrom`: the time of the oldest stored raw weight; `isWeighing`: weights are being recalculated.
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

/** Converts a raw weight to kg. */
export const kgFromRaw = (
  raw: number,
  { offset, multiplier }: Pick<CalibrationBody, 'offset' | 'multiplier'>,
): number => (raw - offset) * multiplier

/**
 * Returns the calibration given by two weighings, one with nothing (or a known weight) on the scale and one with another known weight;
 * undefined if they do not determine one.
 */
export function calibrationOf(
  first: { raw: number; kg: number },
  second: { raw: number; kg: number },
): CalibrationBody | undefined {
  const multiplier = (second.kg - first.kg) / (second.raw - first.raw)
  if (!Number.isFinite(multiplier) || multiplier === 0) return undefined
  return { offset: first.raw - first.kg / multiplier, multiplier }
}
