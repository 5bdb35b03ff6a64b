import { deflateSync, inflateSync } from 'node:zlib'
import { DamagedError } from '#domain/platform/damaged-error.ts'

/** What a converter counted on a UTC day, by the second of the day: `raw[i]` at `time[i]`, rising. */
export type RawWeightDay = { time: Int32Array; raw: Float64Array }

/** One in half a minute. More would cost the writer ever more with each message, and no calibration needs them. */
export const COUNTS_A_DAY = 2880

/** The day is written anew with each message: quickly rather than small. */
const DEFLATE_LEVEL = 1
const BYTES_A_ROW = Int32Array.BYTES_PER_ELEMENT + Float64Array.BYTES_PER_ELEMENT
const LARGEST_BYTES = COUNTS_A_DAY * BYTES_A_ROW

export const emptyRawWeightDay = (): RawWeightDay => ({ time: new Int32Array(0), raw: new Float64Array(0) })

/** All counts, then all times, deflated with a checksum; counts stay exact, whole or not. */
export function encodeRawWeightDay({ time, raw }: RawWeightDay): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(time.length * BYTES_A_ROW)
  new Float64Array(bytes.buffer, 0, raw.length).set(raw)
  new Int32Array(bytes.buffer, raw.byteLength, time.length).set(time)
  return new Uint8Array(deflateSync(bytes, { level: DEFLATE_LEVEL }))
}

/** Throws DamagedError for bytes that are no such day. */
export function decodeRawWeightDay(bytes: Uint8Array): RawWeightDay {
  const plain = new Uint8Array(inflated(bytes))
  const length = plain.byteLength / BYTES_A_ROW
  if (!Number.isInteger(length)) throw new DamagedError('a day of raw weights has a part of a row')
  const raw = new Float64Array(plain.buffer, 0, length)
  return { raw, time: new Int32Array(plain.buffer, raw.byteLength, length) }
}

function inflated(bytes: Uint8Array): Buffer {
  try {
    return inflateSync(bytes, { maxOutputLength: LARGEST_BYTES })
  } catch (error) {
    throw new DamagedError(`a day of raw weights cannot be read: ${(error as Error).message}`)
  }
}

/**
 * With more counts of the day, in any order; the first of a second stays, and of too many the first that came. The same day where
 * none of them is new.
 */
export function addRawWeights(day: RawWeightDay, more: Iterable<readonly [time: number, raw: number]>): RawWeightDay {
  if (isFull(day)) return day
  const rows = new Map<number, number>()
  day.time.forEach((time, i) => {
    rows.set(time, day.raw[i]!)
  })
  for (const [time, raw] of more) if (!rows.has(time) && rows.size < COUNTS_A_DAY) rows.set(time, raw)
  if (rows.size === day.time.length) return day
  const inOrder = [...rows].sort(([a], [b]) => a - b)
  return { time: Int32Array.from(inOrder, ([time]) => time), raw: Float64Array.from(inOrder, ([, raw]) => raw) }
}

/** Whether a day takes no more. */
export const isFull = ({ time }: RawWeightDay): boolean => time.length >= COUNTS_A_DAY
