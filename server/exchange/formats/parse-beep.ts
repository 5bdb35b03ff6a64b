import type { LocalClock } from '#domain/hives/local-clock.ts'
import { decodeFields, type KnownDevice } from './decode-fields.ts'
import { type DeviceMessage, emptyMessage, timeOfMessage } from './device-message.ts'
import { timeIn } from './time-in.ts'

/**
 * Parses one measurement in named fields, as for BEEP's measurement API (github.com/beepnl/BEEP, `api/sensors`), with names of any family.
 * `now` in epoch ms, used for a message without a time; `clock`: of the transmitter's region.
 */
export function parseBeep(
  fields: Record<string, unknown>,
  now: number,
  device?: KnownDevice,
  clock?: LocalClock,
): DeviceMessage {
  const message = emptyMessage()
  const { key: _, ...sent } = fields
  const { said, rest } = timeIn(sent, now)
  decodeFields(message, rest, timeOfMessage(message, said, now, clock), device)
  return message
}
