import * as v from 'valibot'

/** The address of a LoRaWAN device: 8 bytes in hexadecimal digits. */
export const DevEui = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/[\s:-]/g, '').toUpperCase()),
  v.regex(/^[0-9A-F]{16}$/),
)
export const LoraDeviceBody = v.object({ devEui: v.nullable(DevEui) })
export const LoraDevice = v.object({ controllerId: v.number(), devEui: v.nullable(v.string()) })
export type LoraDevice = v.InferOutput<typeof LoraDevice>
export const LoraDeviceReply = v.object({ message: v.string(), ...LoraDevice.entries })
