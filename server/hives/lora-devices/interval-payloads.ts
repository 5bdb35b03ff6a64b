/** What sets a device's interval: the bytes and their port. */
export type IntervalPayload = { bytes: number[]; port: number }

/** What an uplink reveals about its sender. */
export type HeardDevice = { devEui: string | undefined; isBeepBase: boolean; names: readonly string[] }

type Kind = {
  isIt(heard: HeardDevice): boolean
  payload(hours: number): IntervalPayload
}

const bigEndian = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, i) => (value >>> (8 * (bytes - 1 - i))) & 0xff)

/** How the DevEUIs of this maker begin. */
export const DRAGINO = 'A84041'
const draginoNames = new Set(['node_type', 'tempc_sht', 'work_mode', 'hardware_mode'])

/** Devices whose makers document how to set it. Custom firmware has its own form, or none. */
const kinds: readonly Kind[] = [
  {
    // BEEP base, WRITE_APPLICATION_CONFIG: on/off, and minutes up to 1440 (github.com/beepnl/beep-base-firmware, beep_types.h)
    isIt: ({ isBeepBase }) => isBeepBase,
    payload: (hours) => ({ bytes: [0x9d, 0x01, ...bigEndian(hours * 60, 2)], port: 6 }),
  },
  {
    // Dragino end nodes with the maker's firmware, recognized by its decoder's fields: command 1, and seconds (wiki.dragino.com, "TDC")
    isIt: ({ devEui, names }) =>
      (devEui?.startsWith(DRAGINO) ?? false) && names.some((name) => draginoNames.has(name.toLowerCase())),
    payload: (hours) => ({ bytes: [0x01, ...bigEndian(hours * 3600, 3)], port: 1 }),
  },
]

/** What tells a device to send every so many hours; undefined if the device is of no known kind. */
export const intervalPayload = (heard: HeardDevice, hours: number): IntervalPayload | undefined =>
  kinds.find(({ isIt }) => isIt(heard))?.payload(hours)
