import type { ErrorCode } from '../platform/error-code.ts'
import type { LeftOut } from './ingest-message.ts'
import { TEMPERATURE_MAXIMUM_CENTI, TEMPERATURE_MINIMUM_CENTI } from './reading.ts'

/** Over so many days it is counted what transmitters sent that could not be. */
export const FIELD_FAULT_DAYS = 30
const SHOWN_CHARACTERS = 40
/** Behind a battery that is in percent without a doubt. */
export const PERCENT_SIGN = ' %'

/**
 * What cannot be used of a request, for the answer and for who cares for the device. `isWhole`: the reading is refused with it.
 * `channel` is null where it is not known; `value` is what was sent, as text.
 */
export type FieldFault = LeftOut & { channel: number | null; value: string; isWhole: boolean }

/** A kind of fault of one transmitter: how often in 30 days, and what was sent last. `channel` −1: not known, 0: the transmitter. */
export type ShownFault = { channel: number; field: string; code: ErrorCode; count: number; value: string }

/** What a DS18B20 says when nothing is connected, and its register before the first measurement; 1/100 °C. */
const UNPLUGGED_CENTI = -12_700
const POWER_ON_CENTI = 8500

export type TemperatureFault = 'temperature_power_on' | 'temperature_unplugged' | 'temperature_out_of_range'

/** Why a temperature in 1/100 °C cannot be one; undefined where it can. */
export function temperatureFault(centi: number): TemperatureFault | undefined {
  if (centi === POWER_ON_CENTI) return 'temperature_power_on'
  if (centi >= TEMPERATURE_MINIMUM_CENTI && centi <= TEMPERATURE_MAXIMUM_CENTI) return undefined
  return centi === UNPLUGGED_CENTI ? 'temperature_unplugged' : 'temperature_out_of_range'
}

/** What was sent, short enough to be shown. */
export function shownValue(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}'
  return String(value).slice(0, SHOWN_CHARACTERS)
}
