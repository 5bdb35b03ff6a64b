import type { KnownDevice } from './decode-fields.ts'

/** An uplink of an LSN50 or SN50: battery, temperature, ADC, mode, and the lower two bytes of the weight, then its upper two. */
const [BYTES, LOW_AT, HIGH_AT] = [11, 7, 9]
const HIGHEST_GRAMS = 1_100_000
/** Numbered weights, next to these flags: a Weight Scale-LB, whose maker does not say their unit. */
const FLAGS = ['s_flag', 'i_flag']
const NUMBERED = /^Weight[1-8]$/

type Fields = Record<string, unknown>

/**
 * Dragino's former decoders read two of the four bytes in which its firmware since 1.8.0 sends a weight (github.com/dragino/dragino-end-node-decoder):
 * 70 kg came out as 4.464 kg, and 40 kg as -25.536 kg. Takes the others from the payload if they count. Former firmware had no more than two, in a
 * payload of nine (github.com/dragino/LoRa_STM32, main.c).
 */
export function withWholeWeight(fields: Fields, bytes: Uint8Array | undefined): Fields {
  if (fields.Work_mode !== 'Weight' || bytes?.length !== BYTES) return fields
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [low, high] = [view.getUint16(LOW_AT), view.getInt16(HIGH_AT)]
  const grams = high * 2 ** 16 + low
  const isCut = fields.Weight === view.getInt16(LOW_AT)
  return isCut && high >= 0 && grams <= HIGHEST_GRAMS ? { ...fields, Weight: grams } : fields
}

/** What is known about a device, without a guess at weights whose unit nobody says: their owner does. */
export function withoutUnsaid(device: KnownDevice, fields: Fields) {
  if (!FLAGS.every((flag) => flag in fields)) return device
  const unsaid = Object.keys(fields).filter((name) => NUMBERED.test(name))
  return { ...device, assigned: new Map([...unsaid.map((name) => [name, null] as const), ...device.assigned]) }
}
