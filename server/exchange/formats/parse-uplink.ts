import { shownValue } from '#domain/hives/doctor/field-fault.ts'
import { decodeFields, type KnownDevice, unknownDevice } from './decode-fields.ts'
import { type DeviceMessage, emptyMessage, saysSomething } from './device-message.ts'
import { withoutUnsaid, withWholeWeight } from './dragino-weights.ts'
import { messageOfBeepBase, parseBeepBase } from './parse-beep-base.ts'
import type { Uplink } from './read-uplink.ts'

/**
 * Returns the message in an uplink; undefined if it holds no measurement. Bytes that nobody decoded are listed as left out, except a BEEP
 * base's, which are decoded here. `now` in epoch ms, used if the network sends no time.
 */
export function parseUplink(
  { port, bytes, measured, signal, trouble }: Uplink,
  now: number,
  device: KnownDevice = unknownDevice,
): DeviceMessage | undefined {
  const arrival = new Date(now).toISOString()
  const base = bytes && parseBeepBase(bytes, port)
  if (base) return withSignal(messageOfBeepBase(base, measured[0]?.time ?? arrival), signal)
  const said = measured.filter(({ fields }) => Object.keys(fields).length > 0)
  if (said.length === 0) {
    // uplinks without a port are the network's own
    const isUndecoded = trouble !== undefined || (bytes !== undefined && bytes.length > 0 && port > 0)
    return isUndecoded ? withSignal(undecoded(trouble ?? Buffer.from(bytes ?? []).toString('hex')), signal) : undefined
  }
  const message = emptyMessage()
  // prefers the network's time to one that the device sent among its fields
  for (const { time, fields } of said) {
    const known = message.newHive === undefined ? device : { ...device, firstHive: message.newHive }
    decodeFields(message, withWholeWeight(fields, bytes), time ?? arrival, withoutUnsaid(known, fields))
  }
  return saysSomething(message) || message.faults ? withSignal(message, signal) : undefined
}

const withSignal = (message: DeviceMessage, signal: number | undefined): DeviceMessage =>
  signal === undefined ? message : { ...message, signal }

/** It proves only that the device was heard. */
const undecoded = (value: string): DeviceMessage => ({
  ...emptyMessage(),
  faults: [
    {
      ...{ index: null, channel: 0, field: 'payload', code: 'payload_not_decoded' },
      ...{ value: shownValue(value), isWhole: false },
    },
  ],
})
