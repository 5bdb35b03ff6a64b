import { CHECKSUM_BYTES, crc32, isChecked } from '#domain/platform/crc32.ts'
import { DamagedError } from '#domain/platform/damaged-error.ts'
import { COURSE_GRAIN_GRAMS } from './daily-course.ts'
import {
  type Bucket,
  type DetectorState,
  type DisturbanceEpisode,
  initialState,
  type RecentReadings,
  type SwarmEpisode,
} from './detector-state.ts'

const VERSION = 2
/** The same without a checksum at the end. */
const UNCHECKED_VERSION = 1
const HAS_SWARM = 1
const HAS_SWARM_END = 2
const HAS_DISTURBANCE = 4
const HAS_GAIN = 8
const HAS_LOSS = 16
const HAS_HELD = 32
const HAS_HOUR = 64
const HAS_COURSE = 128
const HAS_UNKNOWN = ~255

const swarmFields = [
  'startedAt',
  'seenAt',
  'detectedAt',
  'baseGrams',
  'deepestGrams',
  'deepestAt',
  'largestStepGrams',
  'secondStepGrams',
  'riseGrams',
  'earlierLossGrams',
  'intervalSeconds',
  'readingsBack',
  'readingsDown',
  'slow',
  'handled',
  'keepsFalling',
  'confidencePercent',
] as const satisfies (keyof SwarmEpisode)[]

const disturbanceFields = [
  'startedAt',
  'detectedAt',
  'baseGrams',
  'lowestGrams',
  'removed',
  'night',
  'handled',
  'lasting',
] as const satisfies (keyof DisturbanceEpisode)[]

const bucketFields = [
  'milligrams',
  'byStepsMilligrams',
  'since',
  'detectedAt',
  'confidencePercent',
  'peakMilligrams',
] as const satisfies (keyof Bucket)[]

/** Encodes the state as bytes: version, content, CRC-32 of both (little-endian). Equal states always give equal bytes. */
export function encodeState(state: DetectorState): Uint8Array {
  const bytes: number[] = [VERSION]
  bytes.push(
    (state.swarm ? HAS_SWARM : 0) |
      (state.swarmEndedAt ? HAS_SWARM_END : 0) |
      (state.disturbance ? HAS_DISTURBANCE : 0) |
      (isEmpty(state.gain) ? 0 : HAS_GAIN) |
      (isEmpty(state.loss) ? 0 : HAS_LOSS) |
      (state.heldAt ? HAS_HELD : 0) |
      (state.hourJumps || state.hourAlarms ? HAS_HOUR : 0) |
      (state.course.times.length > 0 ? HAS_COURSE : 0),
  )
  writeReadings(bytes, state.recent, 1)
  if (state.course.times.length > 0) writeReadings(bytes, state.course, COURSE_GRAIN_GRAMS)
  if (state.swarm) writeFields(bytes, state.swarm, swarmFields)
  if (state.swarmEndedAt) writeInteger(bytes, state.swarmEndedAt)
  if (state.disturbance) writeFields(bytes, state.disturbance, disturbanceFields)
  if (!isEmpty(state.gain)) writeFields(bytes, state.gain, bucketFields)
  if (!isEmpty(state.loss)) writeFields(bytes, state.loss, bucketFields)
  if (state.heldAt) {
    writeInteger(bytes, state.heldGrams)
    writeInteger(bytes, state.heldAt)
  }
  if (state.hourJumps || state.hourAlarms) {
    writeInteger(bytes, state.hourJumps)
    writeInteger(bytes, state.hourAlarms)
  }
  const checked = new Uint8Array(bytes.length + CHECKSUM_BYTES)
  checked.set(bytes)
  new DataView(checked.buffer).setUint32(bytes.length, crc32(checked, bytes.length), true)
  return checked
}

/** Encodes the state before the first reading of a day, without the counts of the previous hour, which no longer matter then. */
export const encodeCheckpoint = (state: DetectorState): Uint8Array =>
  encodeState({ ...state, hourJumps: 0, hourAlarms: 0 })

/** Returns the bytes between the version and the checksum. */
function contentOf(bytes: Uint8Array): Uint8Array {
  if (bytes[0] === UNCHECKED_VERSION) return bytes.subarray(1)
  if (bytes[0] !== VERSION) throw new DamagedError(`detector state of unknown version ${bytes[0]}`)
  if (!isChecked(bytes)) throw new DamagedError('the checksum of a detector state is wrong')
  return bytes.subarray(1, bytes.length - CHECKSUM_BYTES)
}

/** Whether stored bytes, of this version or the previous one, mean the same as what `encodeState` returned. */
export function isSameState(stored: Uint8Array, encoded: Uint8Array): boolean {
  const from = stored[0] === UNCHECKED_VERSION ? 1 : 0
  const expected = from === 1 ? contentOf(encoded) : encoded
  return stored.length - from === expected.length && expected.every((byte, at) => byte === stored[at + from])
}

/** The inverse of `encodeState`, which also reads the previous version. Throws DamagedError for other bytes. */
export function decodeState(bytes: Uint8Array): DetectorState {
  const content = contentOf(bytes)
  const reader = { bytes: content, at: 1 }
  const has = content[0] ?? HAS_UNKNOWN
  if (has & HAS_UNKNOWN) throw new DamagedError('detector state holds something unknown')
  const state = initialState()
  state.recent = readReadings(reader, 1)
  if (has & HAS_COURSE) state.course = readReadings(reader, COURSE_GRAIN_GRAMS)
  if (has & HAS_SWARM) state.swarm = readFields(reader, swarmFields)
  if (has & HAS_SWARM_END) state.swarmEndedAt = readInteger(reader)
  if (has & HAS_DISTURBANCE) state.disturbance = readFields(reader, disturbanceFields)
  if (has & HAS_GAIN) state.gain = readFields(reader, bucketFields)
  if (has & HAS_LOSS) state.loss = readFields(reader, bucketFields)
  if (has & HAS_HELD) {
    state.heldGrams = readInteger(reader)
    state.heldAt = readInteger(reader)
  }
  if (has & HAS_HOUR) {
    state.hourJumps = readInteger(reader)
    state.hourAlarms = readInteger(reader)
  }
  if (reader.at !== content.length) throw new DamagedError('detector state has bytes after its end')
  return state
}

/** Written from the newest on: each time step as its difference from the step before, which is mostly zero. */
function writeReadings(bytes: number[], { times, weights }: RecentReadings, grainGrams: number): void {
  writeInteger(bytes, times.length)
  let time = 0
  let span = 0
  let weight = 0
  for (let at = times.length - 1; at >= 0; at--) {
    const next = times[at]! - time
    writeInteger(bytes, next - span)
    writeInteger(bytes, (weights[at]! - weight) / grainGrams)
    span = time === 0 ? 0 : next
    time = times[at]!
    weight = weights[at]!
  }
}

function readReadings(reader: Reader, grainGrams: number): RecentReadings {
  const readings: RecentReadings = { times: [], weights: [] }
  const count = readInteger(reader)
  let time = 0
  let span = 0
  let weight = 0
  for (let left = count; left > 0; left--) {
    const next = readInteger(reader) + span
    if (left < count && next >= 0) throw new DamagedError('times of a detector state are out of order')
    span = time === 0 ? 0 : next
    time += next
    weight += readInteger(reader) * grainGrams
    readings.times.push(time)
    readings.weights.push(weight)
  }
  readings.times.reverse()
  readings.weights.reverse()
  return readings
}

type Reader = { bytes: Uint8Array; at: number }

function isEmpty(bucket: Bucket): boolean {
  return bucketFields.every((field) => bucket[field] === 0)
}

function writeFields<Field extends string>(
  bytes: number[],
  from: Record<Field, number>,
  fields: readonly Field[],
): void {
  for (const field of fields) writeInteger(bytes, from[field])
}

function readFields<Field extends string>(reader: Reader, fields: readonly Field[]): Record<Field, number> {
  return Object.fromEntries(fields.map((field) => [field, readInteger(reader)])) as Record<Field, number>
}

/** Zigzag encoding with seven bits per byte, by arithmetic because epoch seconds and milligrams exceed 32 bits. */
function writeInteger(bytes: number[], value: number): void {
  let rest = value < 0 ? -2 * value - 1 : 2 * value
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
}

function readInteger(reader: Reader): number {
  let value = 0
  let scale = 1
  for (;;) {
    const byte = reader.bytes[reader.at++]
    if (byte === undefined) throw new DamagedError('detector state ends too early')
    value += (byte & 127) * scale
    if (byte < 128) return value % 2 === 1 ? -(value + 1) / 2 : value / 2
    scale *= 128
  }
}
