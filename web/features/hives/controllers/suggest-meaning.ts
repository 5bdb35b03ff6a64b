import { CHANNELS_PER_CONTROLLER } from '#domain/hives/controller.ts'
import type { AssignedQuantity, UnknownField } from '#domain/hives/unknown-field.ts'

/** How names end that say what they are; the short ones only after the name of a device. */
const endings: readonly [AssignedQuantity, RegExp][] = [
  ['rawWeight', /^(.*?)[_-]?(?:raw_weight|weight_raw|adc|raw)(?:_\d)?$/],
  ['weight', /^(.*?)[_-]?(?:weight|weight_kg|mass|gewicht|poids|peso|kg)(?:_\d)?$|^(.+)_w$/],
  ['temperature', /^(.*?)[_-]?(?:temperature|temperatur|temp)(?:_\d)?$|^(.+)_t$/],
  ['humidity', /^(.*?)[_-]?(?:humidity|feuchte|hum|rh)(?:_\d)?$|^(.+)_h$/],
  ['battery', /^(.*?)[_-]?(?:battery|batt?|vbat|voltage)$/],
  ['signal', /^(.*?)[_-]?(?:rssi|signal)$/],
]

export type Suggestion = { quantity: AssignedQuantity; channel: number }

/**
 * What a field most likely is, by how its name ends, and on which channel: that of the other fields of the same device, or, for a weight,
 * the first channel without a scale (`taken`: those with one), since the weights of two hives must not meet in one scale.
 */
export function suggestMeaning(name: string, fields: readonly UnknownField[], taken: readonly number[]): Suggestion {
  const { quantity, device } = readName(name)
  const ofDevice = device === '' ? [] : fields.filter((field) => readName(field.name).device === device)
  const known = ofDevice.find(({ meaning }) => meaning !== null && meaning.quantity !== 'nothing')
  if (known) return { quantity, channel: known.meaning!.channel }
  const weighs = [quantity, ...ofDevice.map((field) => readName(field.name).quantity)].some(isWeight)
  const channels = Array.from({ length: CHANNELS_PER_CONTROLLER }, (_, i) => i + 1)
  const isTaken = (channel: number) =>
    taken.includes(channel) || fields.some(({ meaning }) => meaning?.channel === channel && isWeight(meaning.quantity))
  return { quantity, channel: channels.find((channel) => isTaken(channel) !== weighs) ?? 1 }
}

const isWeight = (quantity: AssignedQuantity): boolean => quantity === 'weight' || quantity === 'rawWeight'

function readName(name: string): { quantity: AssignedQuantity; device: string } {
  const written = name.toLowerCase()
  for (const [quantity, ending] of endings) {
    const found = ending.exec(written)
    if (found) return { quantity, device: found[1] ?? found[2] ?? '' }
  }
  return { quantity: 'weight', device: '' }
}
