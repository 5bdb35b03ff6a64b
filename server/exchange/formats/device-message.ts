import { type FieldFault, shownValue } from '#domain/hives/doctor/field-fault.ts'
import type { LocalClock } from '#domain/hives/local-clock.ts'
import { EARLIEST_TIME_SECONDS, FUTURE_TOLERANCE_SECONDS } from '#domain/hives/reading.ts'
import { HOUR_MS } from '#domain/platform/durations.ts'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import { lacksZone, momentMs } from '#domain/platform/moment.ts'
import type { StationReading } from '../../hives/readings/request/parse-stations.ts'

/** One measurement in the native format, before its values are checked: channel 0 is the transmitter itself; kg, °C, %. */
export type DeviceReading = {
  time: string
  channel: number
  weight?: unknown
  temperature?: unknown
  humidity?: unknown
}

/** A weight before calibration, in units of its AD converter. */
export type RawWeight = { time: string; channel: number; raw: number }

/** A number under a name without a known meaning. `isWeighed`: a weight, or what came with one, that belongs to no scale yet. */
export type UnknownValue = { time: string; name: string; value: number; isWeighed?: true }

/**
 * The content of a message of any format, not checked yet. `battery` (V) and `signal` (dBm) are those of the transmitter at the time it sends,
 * null if missing; `stations` holds what it measured of itself at other times.
 */
export type DeviceMessage = {
  battery: unknown
  signal: unknown
  softwareVersion: string | null
  stations: StationReading[]
  readings: DeviceReading[]
  raw: RawWeight[]
  unknown?: UnknownValue[]
  /** The device whose weights it takes for those of channel 1, if that was nobody's yet. */
  newHive?: string
  /** What was left out before the check: times. */
  faults?: FieldFault[]
}

export const emptyMessage = (): DeviceMessage => ({
  battery: null,
  signal: null,
  softwareVersion: null,
  stations: [],
  readings: [],
  raw: [],
})

/** Whether the message contains anything worth keeping. */
export const saysSomething = ({ readings, raw, unknown, stations, battery, signal }: DeviceMessage): boolean =>
  readings.length + raw.length + stations.length + (unknown?.length ?? 0) > 0 || battery !== null || signal !== null

export const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Adds a reading, unless it is empty. */
export function pushReading(
  message: DeviceMessage,
  time: string,
  channel: number,
  values: { [Name in 'weight' | 'temperature' | 'humidity']?: unknown },
): void {
  const said = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  if (Object.keys(said).length > 0) message.readings.push({ time, channel, ...said })
}

/** The latest valid time (epoch seconds) of a reading that arrives at `now` (epoch ms). */
export const latestOf = (now: number): number => Math.floor(now / 1000) + FUTURE_TOLERANCE_SECONDS

/** The finite number in a query, form or JSON value. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || !/^\s*[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(value)) return undefined
  return Number(value)
}

/** The unit of a time is told by its size: seconds up to the year 5138, from 1973 on milliseconds, microseconds or nanoseconds. */
const millisecondsOf = (epoch: number): number =>
  epoch > 1e17 ? epoch / 1e6 : epoch > 1e14 ? epoch / 1e3 : epoch > 1e11 ? epoch : epoch * 1000

/** A plus that a device did not encode in a query or form arrives as a space: `2026-05-10T10:00:00 02:00`. */
const PLUS_IN_QUERY = / (?=\d\d:?\d\d$)/

/** Parses a number of seconds, ms, µs or ns since 1970, or an ISO 8601 time with its zone; undefined for anything else. */
export function isoTimeOf(value: unknown): string | undefined {
  const number = numberOf(value)
  const text = typeof value === 'string' ? momentMs(value.replace(PLUS_IN_QUERY, '+')) : undefined
  const milliseconds = number === undefined ? text : millisecondsOf(number)
  return milliseconds !== undefined && Math.abs(milliseconds) < 8e15 ? new Date(milliseconds).toISOString() : undefined
}

/** It is not now in any zone of the world. */
const LONG_AGO_MS = 15 * HOUR_MS

/** The time of a measurement that its device stored, from a text without a zone, by the clock of its region; undefined if it may be of now. */
function storedTime(text: string, now: number, clock: LocalClock): string | undefined {
  const local = momentMs(`${text}Z`)
  const time = local === undefined || now - local < LONG_AGO_MS ? Number.NaN : clock(local / 1000)
  return time >= EARLIEST_TIME_SECONDS ? new Date(time * 1000).toISOString() : undefined
}

/** Whether a text is a time without a zone, long before `now` (epoch ms). */
export const isStoredTime = (said: unknown, now: number): said is string =>
  typeof said === 'string' && lacksZone(said) && storedTime(said, now, (local) => local) !== undefined

/**
 * The time of a message that holds one measurement: as its device says, else its arrival. If the device's clock was reset (before 2016), the
 * measurement is dated on arrival rather than lost, and the time is listed as left out. So is one without a zone; but long ago it is that of `clock`,
 * as in tables, since all that a device stored would be dated alike, and all but one of a second dropped. `now` in epoch ms.
 */
export function timeOfMessage(message: DeviceMessage, said: unknown, now: number, clock?: LocalClock): string {
  const arrival = new Date(now).toISOString()
  if (said === undefined || said === null || said === '') return arrival
  const time = isoTimeOf(said)
  if (time !== undefined && Date.parse(time) >= EARLIEST_TIME_SECONDS * 1000) return time
  const zoneless = typeof said === 'string' && lacksZone(said)
  const code: ErrorCode = time !== undefined ? 'time_before_start' : zoneless ? 'time_zone_missing' : 'time_invalid'
  const value = time !== undefined && typeof said !== 'string' ? time : shownValue(said)
  message.faults ??= []
  message.faults.push({ index: null, channel: 0, field: 'time', code, value, isWhole: false })
  return (zoneless && clock && storedTime(said, now, clock)) || arrival
}
