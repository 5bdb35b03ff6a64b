import * as v from 'valibot'
import { type DeviceMessage, emptyMessage, isoTimeOf, numberOf, pushReading, within } from './device-message.ts'
import { parseBeep } from './parse-beep.ts'
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
export function parseTtn({ uplink_message: uplink, received_at }: TtnBody, now: number): DeviceMessage | undefined {
  if (!uplink) return undefined
  const time = isoTimeOf(uplink.received_at ?? received_at) ?? new Date(now).toISOString()
  const message = messageOf(uplink, time)
  if (!message) return undefined
  const strongest = Math.max(...(uplink.rx_metadata ?? []).map(({ rssi }) => rssi ?? Number.NEGATIVE_INFINITY))
  return { ...message, signal: within(strongest, -200, 0) ?? message.signal }
}

function messageOf(uplink: NonNullable<TtnBody['uplink_message']>, time: string): DeviceMessage | undefined {
  const bytes = uplink.frm_payload === undefined ? undefined : Buffer.from(uplink.frm_payload, 'base64')
  const base = bytes && parseBeepBase(bytes, uplink.f_port)
  if (base) return messageOfBeepBase(base, time)
  const decoded = uplink.decoded_payload
  if (!decoded) return undefined
  const nested = decoded.payload_fields
  return messageOfDecoded((typeof nested === 'object' && nested !== null ? nested : decoded) as Fields, time)
}

type Fields = Record<string, unknown>

/** Names that payload formatters give: ours, those of beelogger's, and those of BEEP. */
function messageOfDecoded(fields: Fields, time: string): DeviceMessage | undefined {
  const first = (...names: string[]) => names.map((name) => numberOf(fields[name])).find((value) => value !== undefined)
  const message = emptyMessage()
  for (let channel = 1; channel <= 8; channel++) {
    const suffixes = channel === 1 ? ['', '1', '_1'] : [String(channel), `_${channel}`]
    const named = (...names: string[]) => first(...names.flatMap((name) => suffixes.map((suffix) => name + suffix)))
    pushReading(message, time, channel, {
      weight: named('weight', 'Gewicht'),
      temperature: named('temperature', 'TempIn'),
      humidity: named('humidity', 'FeuchteIn'),
    })
  }
  const outside = { temperature: first('temperature_out', 'TempOut'), humidity: first('humidity_out', 'FeuchteOut') }
  pushReading(message, time, 0, outside)
  message.battery = within(first('battery', 'VBatt'), 0, 100)
  const says = ({ readings, raw, battery }: DeviceMessage) => readings.length + raw.length > 0 || battery !== null
  if (says(message)) return message
  const beep = parseBeep({ ...fields, time }, 0)
  return says(beep) ? beep : undefined
}
