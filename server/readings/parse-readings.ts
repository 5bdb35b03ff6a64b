import { CHANNELS_PER_CONTROLLER } from '#domain/controller.ts'
import type { ErrorCode } from '#domain/error-code.ts'
import {
  EARLIEST_TIME_SECONDS,
  FIELDS_A_ROW,
  FUTURE_TOLERANCE_SECONDS,
  type ReadingRows,
  type Rejection,
  TEMPERATURE_MAXIMUM_CENTI,
  TEMPERATURE_MINIMUM_CENTI,
  WEIGHT_MAXIMUM_GRAMS,
  WEIGHT_MINIMUM_GRAMS,
} from '#domain/reading.ts'
import { centiFromCelsius, gramsFromKg, permilleFromPercent } from '#domain/units.ts'

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/
const known = new Set(['time', 'channel', 'weight', 'temperature', 'humidity'])

/**
 * Checks each reading by itself, in one pass. What is wrong is listed with its index and code, the rest is taken.
 * `latestSeconds`: the latest that it may be now. `newest`: the latest time that was read, also where it was refused.
 */
export function parseReadings(
  readings: readonly unknown[],
  latestSeconds: number,
): { rows: ReadingRows; rejected: Rejection[]; newest: number | undefined } {
  const rows = { length: 0, values: new Float64Array(FIELDS_A_ROW * readings.length) }
  const rejected: Rejection[] = []
  const latest = latestSeconds + FUTURE_TOLERANCE_SECONDS
  const secondsOf = createTimeParser()
  const seen = { newest: 0 }
  for (let index = 0; index < readings.length; index++) {
    const fault = takeReading(rows, readings[index], index, latest, secondsOf, seen)
    if (fault) rejected.push({ index, code: fault })
  }
  return { rows, rejected, newest: seen.newest || undefined }
}

type TimeParser = (time: unknown) => number | undefined

function takeReading(
  rows: ReadingRows,
  reading: unknown,
  index: number,
  latest: number,
  secondsOf: TimeParser,
  seen: { newest: number },
): ErrorCode | undefined {
  if (typeof reading !== 'object' || reading === null || Array.isArray(reading)) return 'reading_invalid'
  for (const key in reading) if (!known.has(key)) return 'unknown_key'
  const { time, channel, weight, temperature, humidity } = reading as Record<string, unknown>

  const seconds = secondsOf(time)
  if (seconds === undefined) return 'time_invalid'
  if (seconds > seen.newest) seen.newest = seconds
  if (seconds > latest) return 'time_in_future'
  if (seconds < EARLIEST_TIME_SECONDS) return 'time_before_start'

  const slot = channel ?? 0
  if (!isChannel(slot) || (channel === 0 && weight !== undefined)) return 'channel_invalid'
  if (slot === 0 && weight !== undefined && weight !== null) return 'channel_invalid'

  const grams = measure(weight, gramsFromKg, WEIGHT_MINIMUM_GRAMS, WEIGHT_MAXIMUM_GRAMS)
  if (grams === 'not a number') return 'weight_invalid'
  if (grams === 'out of range') return 'weight_out_of_range'
  const centi = measure(temperature, centiFromCelsius, TEMPERATURE_MINIMUM_CENTI, TEMPERATURE_MAXIMUM_CENTI)
  if (typeof centi === 'string') return 'temperature_out_of_range'
  const permille = measure(humidity, permilleFromPercent, 0, 1000)
  if (typeof permille === 'string') return 'humidity_out_of_range'
  if (Number.isNaN(grams) && Number.isNaN(centi) && Number.isNaN(permille)) return 'reading_empty'

  let at = rows.length++ * FIELDS_A_ROW
  for (const value of [index, slot, seconds, grams, centi, permille]) rows.values[at++] = value
  return undefined
}

const isChannel = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= CHANNELS_PER_CONTROLLER

/** Epoch seconds of an ISO 8601 time that names its zone. Readings of all channels share one time: it is read once. */
function createTimeParser(): TimeParser {
  let lastText: string | undefined
  let lastSeconds: number | undefined
  return (time) => {
    if (typeof time !== 'string') return undefined
    if (time === lastText) return lastSeconds
    const milliseconds = isoTime.test(time) ? Date.parse(time) : Number.NaN
    lastText = time
    lastSeconds = Number.isNaN(milliseconds) ? undefined : Math.floor(milliseconds / 1000)
    return lastSeconds
  }
}

function measure(
  value: unknown,
  toInteger: (value: number) => number,
  minimum: number,
  maximum: number,
): number | 'not a number' | 'out of range' {
  if (value === undefined || value === null) return Number.NaN
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'not a number'
  const integer = toInteger(value)
  return integer < minimum || integer > maximum ? 'out of range' : integer
}
