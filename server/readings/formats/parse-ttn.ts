import * as v from 'valibot'
import { decodeFields, type KnownDevice } from './decode-fields.ts'
import { type DeviceMessage, emptyMessage, isoTimeOf, saysSomething } from './device-message.ts'
import { messageOfBeepBase, parseBeepBase } from './parse-beep-base.ts'

const number = v.optional(v.nullable(v.number()))

/**
 * An uplink as The Things Stack v3 posts it (thethingsindustries.com/docs, "Data Formats"); what is empty, zero or false is
 * left out there. Other messages of the same webhook, such as a join, have no `uplink_message`.
 */
export const TtnBody = v.looseObject({
  end_device_ids: v.looseObject({
    device_id: v.optional(v.string()),
    dev_eui: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/i), v.toUpperCase())),
  }),
  received_at: v.optional(v.string()),
  uplink_message: v.optional(
    v.looseObject({
      f_port: v.optional(v.number(), 0),
      frm_payload: v.optional(v.pipe(v.string(), v.maxLength(1000), v.base64())),
      decoded_payload: v.optional(v.nullable(v.looseObject({}))),
      received_at: v.optional(v.string()),
      rx_metadata: v.optional(v.nullable(v.array(v.looseObject({ rssi: number, snr: number })))),
    }),
  ),
})
export type TtnBody = v.InferOutput<typeof TtnBody>

/** The message in an uplink; undefined for what is no measurement. `now` in epoch ms. */
export function parseTtn(
  { uplink_message: uplink, received_at }: TtnBody,
  now: number,
  device?: KnownDevice,
): DeviceMessage | undefined {
  if (!uplink) return undefined
  const time = isoTimeOf(uplink.received_at ?? received_at) ?? new Date(now).toISOString()
  const message = messageOf(uplink, time, device)
  if (!message) return undefined
  const levels = (uplink.rx_metadata ?? []).flatMap(({ rssi }) => rssi ?? [])
  return levels.length > 0 ? { ...message, signal: Math.max(...levels) } : message
}

function messageOf(
  uplink: NonNullable<TtnBody['uplink_message']>,
  time: string,
  device?: KnownDevice,
): DeviceMessage | undefined {
  const bytes = uplink.frm_payload === undefined ? undefined : Buffer.from(uplink.frm_payload, 'base64')
  const base = bytes && parseBeepBase(bytes, uplink.f_port)
  if (base) return messageOfBeepBase(base, time)
  if (!uplink.decoded_payload) return undefined
  const message = emptyMessage()
  // a time in it is the device's; the network's is better
  decodeFields(message, uplink.decoded_payload, time, device)
  return saysSomething(message) ? message : undefined
}
