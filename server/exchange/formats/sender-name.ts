import { FIELD_NAME_CHARACTERS } from '#domain/hives/unknown-field.ts'
import { writtenNumber } from '#domain/platform/written-number.ts'
import { inWords } from '../../hives/unknown-fields/known-fields.ts'

/** At least as much of a name tells its tags. */
const TAG_CHARACTERS = 13
/** Longer names of hives and devices are cut to this length. */
const SENDER_CHARACTERS = 100

/** Tags that name a device, as Telegraf's `topic` does: a gateway may send the weights of several. Not `id`, which may number the points. */
export const deviceTags = [
  ...['topic', 'device', 'device_id', 'device_name', 'dev_eui', 'node', 'node_id', 'sensor_node'],
  ...['sensor', 'sensor_id', 'mac', 'name'],
]

/** What a document calls the hive or device that it is about, the surest first; `coreid` is Particle's. */
export const senderNames = [
  ...['hive_id', 'hive_name', 'hive', 'beehive', 'scale_id', ...deviceTags],
  ...['dev_id', 'deveui', 'eui', 'deviceid', 'device_mac', 'imei', 'coreid', 'chip_id', 'chipid', 'serial_number'],
]
/** Under these, a number may be a value: `hive` is also a temperature there, unless it is that of a channel. */
const COUNTED = /^(?:hive|beehive)$/
/** Under these, devices also say what kind of thing they are, or note something. */
export const NEVER_NUMBERS = /^(?:sensor|topic|name)$/
const CHANNEL = /^0*[1-8]$/
export const MISSING = /^(?:[-+]?(?:nan|inf(?:inity)?|ovf)|null|none|undefined|unknown|unavailable|n\/?a)$/i

/** A numbered object around the values of one device: `node2`, or `2` below `nodes`. */
const NUMBERED =
  /(?:^|_)(?:sensor|device|node|station|module|unit|channel|port|box|beute|stock|volk|colony|colonie|ruche|colmena)s?_?0*\d{1,3}$/

/** Text as it can be compared with what the database returns. */
export const storable = (text: string): string => text.slice(0, SENDER_CHARACTERS).replaceAll('\0', '').toWellFormed()

/** The device that an object is about, by one of its fields, or by the names that lead to it (`path`), else the one it is part of. */
export function senderIn(
  fields: Record<string, unknown>,
  path: readonly string[],
  above: string | undefined,
): string | undefined {
  const written = new Map<string, unknown>()
  for (const name in fields) if (name.length <= FIELD_NAME_CHARACTERS) written.set(inWords(name), fields[name])
  for (const name of senderNames) {
    const said = saidUnder(name, written.get(name))
    if (said !== undefined) return storable(said)
  }
  const around = path.slice(-2).join('_')
  const isNumbered = around.length <= FIELD_NAME_CHARACTERS && NUMBERED.test(inWords(around))
  return isNumbered ? storable(above === undefined ? around : `${above}_${path.at(-1)}`) : above
}

function saidUnder(name: string, value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  if (text === '' || MISSING.test(text)) return undefined
  const number = writtenNumber(text)
  if (!number) return text
  if (number.unit !== '' || !Number.isInteger(number.number) || NEVER_NUMBERS.test(name)) return undefined
  return !COUNTED.test(name) || CHANNEL.test(text) ? text : undefined
}

/** The end of the tags says most: Telegraf's `topic` is the last one, and ends with the device. A name assigned with their begin stays. */
export function nameWithTags(tags: string, name: string, assigned: ReadonlyMap<string, unknown>): string {
  if (tags === '') return name
  const begin = `${tags}_${name}`.slice(0, FIELD_NAME_CHARACTERS)
  if (assigned.has(begin)) return begin
  const characters = Math.max(TAG_CHARACTERS, FIELD_NAME_CHARACTERS - name.length - 1)
  return `${tags.slice(-characters)}_${name}`.slice(0, FIELD_NAME_CHARACTERS).toWellFormed()
}
