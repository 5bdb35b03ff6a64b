import type { DeviceFacts } from './device-facts.ts'
import { NOT_SENT, type ShownFault } from './field-fault.ts'
import type { Finding, FindingCode } from './finding.ts'

const FINDINGS_AT_MOST = 12

/** The finding for a fault and its confidence; all other faults get a general one. */
const told: { [Code in ShownFault['code']]?: [FindingCode, number] } = {
  temperature_unplugged: ['sensorUnplugged', 0.95],
  temperature_power_on: ['sensorPowerOn', 0.85],
  time_before_start: ['clockLost', 0.9],
  time_invalid: ['timeUnreadable', 0.9],
  time_zone_missing: ['timeUnreadable', 0.9],
  channel_invalid: ['channelUnknown', 0.85],
  mapped_value_missing: ['mappedMissing', 0.7],
  payload_not_decoded: ['payloadUndecoded', 0.95],
  downlink_key_missing: ['downlinkKeyMissing', 0.9],
  downlink_not_found: ['downlinkNotFound', 0.9],
  downlink_refused: ['downlinkRefused', 0.9],
  downlink_unanswered: ['downlinkUnanswered', 0.9],
  battery_percent: ['batteryPercent', 0.3],
}
/** Of a value that is not a JSON number. If it reads as one, it was sent in quotes, and no sensor is at fault. */
const notNumbers: ReadonlySet<ShownFault['code']> = new Set([
  'weight_invalid',
  'temperature_invalid',
  'humidity_invalid',
  'battery_invalid',
  'chip_temperature_invalid',
  'signal_invalid',
])
const numberText = /^\s*[+-]?\d+(?:[.,]\d+)?\s*$/
const channelText = /^[1-8]$/
/** Not reported here: times ahead have a finding of their own, and some devices send a reading without values when nothing is connected. */
const untold = new Set<ShownFault['code']>(['time_in_future', 'reading_empty', 'unknown_key'])

/** Returns the device doctor's findings about sensors and clocks that send impossible values. */
export function faultFindings({ faults = [], scales }: Pick<DeviceFacts, 'faults' | 'scales'>): Finding[] {
  return faults
    .filter(({ code }) => !untold.has(code))
    .slice(0, FINDINGS_AT_MOST)
    .map((fault): Finding => {
      const { channel, field, code, count, value } = fault
      const [finding, confidence] = isQuoted(fault) ? quoted : (told[code] ?? ['valueImpossible', 0.8])
      const scale = scales.find((one) => channel > 0 && one.channel === channel && one.state !== 'archived')
      const values = { field, channel, value: isNothing(fault) ? NOTHING : value.replace(/^-/, '−'), count }
      return { code: finding, confidence, values, scaleId: scale?.id ?? null, curve: null }
    })
}

const quoted: [FindingCode, number] = ['numberQuoted', 0.95]
const isQuoted = ({ code, value }: ShownFault): boolean =>
  notNumbers.has(code) ? numberText.test(value) : code === 'channel_invalid' && channelText.test(value)

/** What texts choose by if a time or channel was not sent at all. */
const NOTHING = 'nothing'
const isNothing = ({ field, value }: ShownFault): boolean =>
  (field === 'time' || field === 'channel') && (value === NOT_SENT || value === 'null')
