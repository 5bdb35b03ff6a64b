import { units } from '../../hives/unknown-fields/known-fields.ts'
import type { KnownDevice } from './decode-fields.ts'
import { type DeviceMessage, isoTimeOf, numberOf } from './device-message.ts'
import { nameWithTags } from './sender-name.ts'

const quantities = ['weight', 'temperature', 'humidity'] as const

/**
 * Adds what a device sent that is not the one its owner mapped: what it measured at its scales is kept under its name, `b_weight`, and goes to
 * where its owner assigned that name. Without a valid time it stays as it is, so that the check reports it.
 */
export function addOtherDevice(
  message: DeviceMessage,
  of: DeviceMessage,
  sender: string,
  { assigned }: KnownDevice,
): void {
  message.unknown ??= []
  const { readings, raw, unknown } = message
  const take = (time: string, channel: number, quantity: string, said: unknown) => {
    const value = numberOf(said)
    const name = nameWithTags(sender, channel === 1 ? quantity : `${quantity}_${channel}`, assigned)
    const meant = assigned.get(name)
    if (value === undefined || meant?.quantity === 'nothing') return
    if (!meant) unknown.push({ time, name, value })
    else if (meant.quantity === 'rawWeight') raw.push({ time, channel: meant.channel, raw: value })
    else readings.push({ time, channel: meant.channel, [meant.quantity]: units[meant.unit](value) })
  }
  for (const reading of of.readings) {
    const { time, channel, ...values } = reading
    if (channel === 0 || isoTimeOf(time) === undefined) readings.push(reading)
    else for (const quantity of quantities) take(time, channel, quantity, values[quantity])
  }
  for (const one of of.raw) take(one.time, one.channel, 'raw_weight', one.raw)
}
