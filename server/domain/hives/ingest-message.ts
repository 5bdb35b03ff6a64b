import * as v from 'valibot'
import { ErrorCode } from '../platform/error-code.ts'
import { Moment } from '../platform/moment.ts'
import { Channel, FifteenDigits } from './controller.ts'
import {
  READINGS_MAXIMUM,
  stationLimits,
  TEMPERATURE_MAXIMUM_CENTI,
  TEMPERATURE_MINIMUM_CENTI,
  VERSION_CHARACTERS,
  WEIGHT_MAXIMUM_GRAMS,
  WEIGHT_MINIMUM_GRAMS,
} from './reading.ts'

const sensor = ([minimum, maximum]: readonly [number, number]) =>
  v.optional(v.nullable(v.pipe(v.number(), v.minValue(minimum), v.maxValue(maximum))))

/**
 * The body of `POST /api/ingest`. The `readings` are checked one by one, and all fields after the first two one by one as well, so that one
 * bad value does not affect the others.
 */
export const IngestBody = v.strictObject({
  imei: FifteenDigits,
  imsi: FifteenDigits,
  battery: sensor(stationLimits.battery),
  chipTemperature: sensor(stationLimits.chipTemperature),
  signal: sensor(stationLimits.signal),
  softwareVersion: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(VERSION_CHARACTERS)))),
  readings: v.pipe(v.array(v.unknown()), v.maxLength(READINGS_MAXIMUM)),
})
export type IngestBody = v.InferOutput<typeof IngestBody>

/**
 * A reading as it should be sent: kg, °C and %. Without a channel it is the transmitter's own and has no weight. It is not checked by this
 * schema but by `parseReadings`, value by value.
 */
export const Reading = v.strictObject({
  time: Moment,
  channel: v.nullish(Channel),
  weight: sensor([WEIGHT_MINIMUM_GRAMS / 1000, WEIGHT_MAXIMUM_GRAMS / 1000]),
  temperature: sensor([TEMPERATURE_MINIMUM_CENTI / 100, TEMPERATURE_MAXIMUM_CENTI / 100]),
  humidity: sensor([0, 100]),
})

export const Rejection = v.object({ index: v.number(), code: ErrorCode })
export type Rejection = v.InferOutput<typeof Rejection>

/** A single field of a request that was ignored. `index` is the position of its reading; null if it is a field of the request itself. */
export const LeftOut = v.object({ index: v.nullable(v.number()), field: v.string(), code: ErrorCode })
export type LeftOut = v.InferOutput<typeof LeftOut>

/**
 * The reply to a stored request; `code` is present if the whole request was refused with status 200, `leftOut` if some fields of the
 * accepted data were ignored.
 */
export const IngestReply = v.object({
  accepted: v.number(),
  duplicates: v.number(),
  rejected: v.array(Rejection),
  leftOut: v.optional(v.array(LeftOut)),
  time: v.pipe(v.string(), v.isoTimestamp()),
  updateInterval: v.number(),
  firmware: v.nullable(v.object({ version: v.string(), url: v.string(), sha256: v.string() })),
  /** A new key: the transmitter uses it from now on; once it has, the old one is no longer valid. */
  deviceKey: v.optional(v.string()),
  code: v.optional(ErrorCode),
})
export type IngestReply = v.InferOutput<typeof IngestReply>

/** The reply to devices with a format of their own. `line`: of a table, counted from 1. `code`: why nothing was accepted, if that is not the device's fault. */
export const FormatReply = v.object({
  accepted: v.number(),
  duplicates: v.number(),
  rejected: v.array(v.object({ ...Rejection.entries, line: v.optional(v.number()) })),
  leftOut: v.optional(v.array(v.object({ ...LeftOut.entries, line: v.optional(v.number()) }))),
  code: v.optional(ErrorCode),
  /** A new key, in the reply to a table or to custom JSON. */
  deviceKey: v.optional(v.string()),
})
export type FormatReply = v.InferOutput<typeof FormatReply>

/** An error in InfluxDB's format: `message` is from version 2 on, `error` in version 1. `line` counts from 1. */
export const InfluxError = v.object({
  code: v.string(),
  message: v.string(),
  error: v.string(),
  line: v.optional(v.number()),
})
export type InfluxError = v.InferOutput<typeof InfluxError>

const measured = v.optional(v.union([v.number(), v.string()]))

/** One measurement in named fields, using the names of any device family, including BEEP's. */
export const NamedFields = v.looseObject({
  key: v.optional(v.string()),
  time: measured,
  ...v.entriesFromList(['weight_kg', 't_i', 'h_i', 't', 'h', 'w_v', 'bv', 'rssi'], measured),
})
