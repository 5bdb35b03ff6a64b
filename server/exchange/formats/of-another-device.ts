import { units } from '../../hives/unknown-fields/known-fields.ts'
import type { KnownDevice } from './decode-fields.ts'
import { type DeviceMessage, numberOf } from './device-message.ts'
import { nameWithTags } from './sender-name.ts'

const quantities = ['weight', 'temperature', 'humidity'] as const

/**
 * The message of a device that is not the one its owner mapped: what it measured at its scales is kept under its name, `b_weight`, and goes to
 * where its owner assigned that name.
 */
export function ofAnotherDevice(message: DeviceMessage, sender: string, { assigned }: KnownDevice): DeviceMessage {
  const other: DeviceMessage = { ...message, readings: [], raw: [], unknown: [] }
  const take = (time: string, channel: number, quantity: string, said: unknown) => {
    const value = numberOf(said)
    const name = nameWithTags(sender, channel === 1 ? quantity : `${quantity}_${channel}`, assigned)
    const meant = assigned.get(name)
    if (value === undefined || meant?.quantity === 'nothing') return
    if (!meant) other.unknown!.push({ time, name, value })
    else if (meant.quantity === 'rawWeight') other.raw.push({ time, channel: meant.channel, raw: value })
    else other.readings.push({ time, channel: meant.channel, [meant.quantity]: units[meant.unit](value) })
  }
  for (const { time, channel, ...values } of message.readings) {
    if (channel === 0) other.readings.push({ time, channel, ...values })
    else for (const quantity of quantities) take(time, channel, quantity, values[quantity])
  }
  for (const { time, channel, raw } of message.raw) take(time, channel, 'raw_weight', raw)
  return other
}
