import { type FieldFault, shownValue } from '#domain/hives/doctor/field-fault.ts'
import { EARLIEST_TIME_SECONDS, FUTURE_TOLERANCE_SECONDS, stationLimits } from '#domain/hives/reading.ts'
import { centiFromCelsius, millivoltsFromVolts } from '#domain/hives/units.ts'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import { momentMs } from '#domain/platform/moment.ts'
import { STATION_FIELDS, StationField, type StationRows } from './station-rows.ts'

export type StationName = keyof typeof stationLimits
/** What a transmitter says it measured of itself, unchecked: V, °C and dBm. */
export type StationReading = { time: string } & { [Name in StationName]?: unknown }

const stored: Record<StationName, (value: number) => number> = {
  battery: millivoltsFromVolts,
  chipTemperature: centiFromCelsius,
  signal: Math.round,
}
const codes = {
  battery: ['battery_invalid', 'battery_out_of_range'],
  chipTemperature: ['chip_temperature_invalid', 'chip_temperature_out_of_range'],
  signal: ['signal_invalid', 'signal_out_of_range'],
} as const satisfies Record<StationName, readonly [ErrorCode, ErrorCode]>
const names = Object.keys(codes) as StationName[]

/** Converts a value to the stored unit (mV, 1/100 °C, dBm); null if it is missing or left out. */
export function stationValue(
  field: StationName,
  value: unknown,
  leaveOut: (field: StationName, code: ErrorCode, value: unknown) => void,
): number | null {
  if (value === undefined || value === null) return null
  const [minimum, maximum] = stationLimits[field]
  const [invalid, outOfRange] = codes[field]
  const isNumber = typeof value === 'number' && Number.isFinite(value)
  if (isNumber && value >= minimum && value <= maximum) return stored[field](value)
  leaveOut(field, isNumber ? outOfRange : invalid, value)
  return null
}

/**
 * Checks what a transmitter says it measured of itself. Each kind of fault is listed once, however many rows have it. If no time is
 * usable, as with a clock that was reset, the last row counts as measured now. Times in epoch seconds.
 */
export function parseStations(
  said: readonly StationReading[],
  { now, latest }: { now: number; latest: number },
): { rows: StationRows; faults: FieldFault[] } {
  const faults = new Map<string, FieldFault>()
  const leaveOut = (field: StationName, code: ErrorCode, value: unknown) => {
    if (faults.has(code)) return
    faults.set(code, { index: null, channel: 0, field, code, value: shownValue(value), isWhole: false })
  }
  const byTime = new Map<number, number[]>()
  let untimed: number[] | undefined
  for (const { time, ...values } of said) {
    const numbers = names.map((field) => stationValue(field, values[field], leaveOut) ?? Number.NaN)
    if (numbers.every(Number.isNaN)) continue
    const seconds = Math.floor((momentMs(time) ?? Number.NaN) / 1000)
    const isUsable = seconds >= EARLIEST_TIME_SECONDS && seconds <= latest + FUTURE_TOLERANCE_SECONDS
    if (!isUsable) untimed = numbers
    else byTime.set(seconds, later(byTime.get(seconds), numbers))
  }
  if (byTime.size === 0 && untimed) byTime.set(now, untimed)
  const rows = new Float64Array(byTime.size * STATION_FIELDS)
  const times = [...byTime.keys()].sort((a, b) => a - b)
  times.forEach((time, row) => {
    rows[row * STATION_FIELDS + StationField.time] = time
    const numbers = byTime.get(time)!
    names.forEach((field, i) => {
      rows[row * STATION_FIELDS + StationField[field]] = numbers[i]!
    })
  })
  return { rows, faults: [...faults.values()] }
}

/** Of two values at the same time the later one wins. */
const later = (before: readonly number[] | undefined, numbers: number[]): number[] =>
  before ? numbers.map((value, i) => (Number.isNaN(value) ? before[i]! : value)) : numbers
