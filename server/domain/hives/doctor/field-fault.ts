import type { ErrorCode } from '../../platform/error-code.ts'
import type { LeftOut } from '../ingest-message.ts'
import { TEMPERATURE_MAXIMUM_CENTI, TEMPERATURE_MINIMUM_CENTI } from '../reading.ts'

/** The period in days over which transmitters' impossible values are counted. */
export const FIELD_FAULT_DAYS = 30
const SHOWN_CHARACTERS = 40
/** What `shownValue` says of a value that was not sent. */
export const NOT_SENT = String(undefined)
/** Appended to a battery value that is undoubtedly in percent. */
export const PERCENT_SIGN = ' %'

/**
 * A part of a request that cannot be used, for the answer and for whoever looks after the device. `isWhole`: the whole reading is refused
 * because of it. `channel` is null if unknown; `value` is what was sent, as text.
 */
export type FieldFault = LeftOut & { channel: number | null; value: string; isWhole: boolean }

/** A kind of fault of one transmitter: its count in 30 days, and the last value sent. `channel` −1: unknown, 0: the transmitter itself. */
export type ShownFault = { channel: number; field: string; code: ErrorCode; count: number; value: string }

/** What a DS18B20 reports if nothing is connected, and its register's content before the first measurement; 1/100 °C. */
const UNPLUGGED_CENTI = -12_700
const POWER_ON_CENTI = 8500

export type TemperatureFault = 'temperature_power_on' | 'temperature_unplugged' | 'temperature_out_of_range'

/** Returns why a temperature in 1/100 °C is invalid; undefined if it is valid. */
export function temperatureFault(centi: number): TemperatureFault | undefined {
  if (centi === POWER_ON_CENTI) return 'temperature_power_on'
  if (centi >= TEMPERATURE_MINIMUM_CENTI && centi <= TEMPERATURE_MAXIMUM_CENTI) return undefined
  return centi === UNPLUGGED_CENTI ? 'temperature_unplugged' : 'temperature_out_of_range'
}

/** The value that was sent, shortened for display. */
export function shownValue(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}'
  return String(value).slice(0, SHOWN_CHARACTERS)
}
