import { deflateSync, inflateSync } from 'node:zlib'
import { DamagedError } from '#domain/platform/damaged-error.ts'

/**
 * What a converter counted on one UTC day: `raw[i]` at second `time[i]` of the day, times ascending. Beyond the day are the places of
 * cells that form a scale together, see `combined-counts.ts`.
 */
export type RawWeightDay = { time: Int32Array; raw: Float64Array }

/** One count every 30 seconds. More would make each message costlier for the writer, and no calibration needs them. */
export const COUNTS_A_DAY = 2880

/** The day is rewritten with each message, so speed matters more than size. */
const DEFLATE_LEVEL = 1
const BYTES_A_ROW = Int32Array.BYTES_PER_ELEMENT + Float64Array.BYTES_PER_ELEMENT
const LARGEST_BYTES = COUNTS_A_DAY * BYTES_A_ROW

export const emptyRawWeightDay = (): RawWeightDay => ({ time: new Int32Array(0), raw: new Float64Array(0) })

/** All counts, then all times, deflated with a checksum. Counts are stored exactly, including fractions. */
export function encodeRawWeightDay({ time, raw }: RawWeightDay): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(time.length * BYTES_A_ROW)
  new Float64Array(bytes.buffer, 0, raw.length).set(raw)
  new Int32Array(bytes.buffer, raw.byteLength, time.length).set(time)
  return new Uint8Array(deflateSync(bytes, { level: DEFLATE_LEVEL }))
}

/** Throws DamagedError if the bytes are not such a day. */
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
 * Returns the day with more counts added, which may come in any order. The first count of a second wins; once the day is full, later
 * ones are dropped. Returns the same object if nothing is new.
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

/** Whether a day has no room left. */
export const isFull = ({ time }: RawWeightDay): boolean => time.length >= COUNTS_A_DAY
