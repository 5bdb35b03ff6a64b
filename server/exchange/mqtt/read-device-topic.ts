import { EARLIEST_TIME_SECONDS } from '#domain/hives/reading.ts'
import { writtenNumber } from '#domain/platform/written-number.ts'
import { parseDeviceJson } from '../../hives/readings/request/device-json.ts'
import { units, unitWritten } from '../../hives/unknown-fields/known-fields.ts'
import type { DeviceTopic } from '../../platform/config/mqtt-settings.ts'
import { isoTimeOf } from '../formats/device-message.ts'
import { noUnits, type UnitsBeside, unitBeside, unitsIn } from '../formats/units-beside.ts'

/** What one message says about one transmitter: values of its channels, and of the transmitter itself. */
export type TopicValues = {
  imei: string
  /** In epoch ms, if the message has a time with its zone, or since 1970. */
  time: number | undefined
  channels: Map<number, { weight?: number; temperature?: number; humidity?: number }>
  battery: number | null
  signal: number | null
}

/**
 * Parses a message on the topic of another firmware, by transmitter: each ESPHome state is a single number (`<node>/sensor/<name>/state`),
 * Tasmota's are JSON (`tele/<device>/SENSOR`). Anything that is not a number, such as `nan` or `unavailable`, is left out.
 */
export function readDeviceTopic(mappings: readonly DeviceTopic[], topic: string, text: string): TopicValues[] {
  const found = new Map<string, TopicValues>()
  const json = parsed(text)
  for (const { topic: wanted, imei, channel, quantity, value, time, factor } of mappings) {
    if (wanted !== topic) continue
    const said = value === undefined ? { value: text, units: noUnits } : at(json, value)
    const number = usualValue(said, value?.split('.').at(-1) ?? '', quantity, factor)
    if (number === undefined) continue
    const values = found.get(imei) ?? { imei, time: undefined, channels: new Map(), battery: null, signal: null }
    found.set(imei, values)
    if (time !== undefined) values.time ??= knownTime(at(json, time).value)
    if (quantity === 'battery' || quantity === 'signal') values[quantity] = number
    else values.channels.set(channel, { ...values.channels.get(channel), [quantity]: number })
  }
  return [...found.values()]
}

/**
 * The value in kg, °C, %, V or dBm, converted by the unit after the number, or beside it (Tasmota's `TempUnit`), unless a factor was set. A
 * battery in percent has no voltage.
 */
function usualValue(
  { value, units: beside }: Said,
  name: string,
  quantity: DeviceTopic['quantity'],
  factor: number,
): number | undefined {
  const written = writtenNumber(value)
  if (!written) return undefined
  const said = written.unit === '' ? unitBeside(name, quantity, beside) : written.unit
  const unit = factor === 1 && said !== undefined ? unitWritten(quantity, said) : undefined
  const number = unit === undefined ? written.number * factor : units[unit](written.number)
  return Number.isFinite(number) ? number : undefined
}

function parsed(text: string): unknown {
  try {
    return parseDeviceJson(text)
  } catch {
    return undefined
  }
}

type Said = { value: unknown; units: UnitsBeside }

function at(json: unknown, path: string): Said {
  let [value, beside] = [json, noUnits]
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      return { value: undefined, units: beside }
    beside = unitsIn(value as Record<string, unknown>, beside)
    value = value[name as keyof typeof value]
  }
  return { value, units: beside }
}

/** Not that of a clock that was never set. */
function knownTime(value: unknown): number | undefined {
  const time = Date.parse(isoTimeOf(value) ?? '')
  return time >= EARLIEST_TIME_SECONDS * 1000 ? time : undefined
}
