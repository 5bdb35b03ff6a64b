import { CHANNELS_PER_CONTROLLER } from '#domain/controller.ts'
import type { ErrorCode } from '#domain/error-code.ts'
import {
  EARLIEST_TIME_SECONDS,
  FUTURE_TOLERANCE_SECONDS,
  type ReadingColumns,
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
 * Checks each reading by itself, in one pass over columns. What is wrong is listed with its index and code, the rest is
 * taken. `nowSeconds` is the server's clock.
 */
export function parseReadings(
  readings: readonly unknown[],
  nowSeconds: number,
): { columns: ReadingColumns; rejected: Rejection[] } {
  const columns = emptyColumns(readings.length)
  const rejected: Rejection[] = []
  const latest = nowSeconds + FUTURE_TOLERANCE_SECONDS
  for (let index = 0; index < readings.length; index++) {
    const fault = takeReading(columns, readings[index], index, latest)
    if (fault) rejected.push({ index, code: fault })
  }
  return { columns, rejected }
}

function emptyColumns(capacity: number): ReadingColumns {
  const numbers = new Float64Array(6 * capacity)
  const column = (place: number) => numbers.subarray(place * capacity, (place + 1) * capacity)
  return {
    length: 0,
    index: column(0),
    channel: column(1),
    time: column(2),
    weight: column(3),
    temperature: column(4),
    humidity: column(5),
  }
}

function takeReading(columns: ReadingColumns, reading: unknown, index: number, latest: number): ErrorCode | undefined {
  if (typeof reading !== 'object' || reading === null || Array.isArray(reading)) return 'reading_invalid'
  for (const key in reading) if (!known.has(key)) return 'unknown_key'
  const { time, channel, weight, temperature, humidity } = reading as Record<string, unknown>

  const seconds = parseTime(time)
  if (seconds === undefined) return 'time_invalid'
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

  const row = columns.length++
  columns.index[row] = index
  columns.channel[row] = slot
  columns.time[row] = seconds
  columns.weight[row] = grams
  columns.temperature[row] = centi
  columns.humidity[row] = permille
  return undefined
}

const isChannel = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= CHANNELS_PER_CONTROLLER

/** Epoch seconds of an ISO 8601 time that names its zone. */
function parseTime(time: unknown): number | undefined {
  if (typeof time !== 'string' || !isoTime.test(time)) return undefined
  const milliseconds = Date.parse(time)
  return Number.isNaN(milliseconds) ? undefined : Math.floor(milliseconds / 1000)
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
