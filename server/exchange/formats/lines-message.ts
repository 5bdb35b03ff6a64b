import { FIELD_NAME_CHARACTERS, sentQuantities } from '#domain/hives/unknown-field.ts'
import { type Meaning, meaningOf, unitWritten } from '../../hives/unknown-fields/known-fields.ts'
import { decodeFields, type KnownDevice, unknownDevice } from './decode-fields.ts'
import { type DeviceMessage, emptyMessage } from './device-message.ts'
import type { LineFault, LinePoint } from './parse-line-protocol.ts'
import { deviceTags, nameWithTags, storable } from './sender-name.ts'

/** Each precision as [seconds, counts]: that many counts last that many seconds. Single-letter names come from version 1. */
export const precisions = {
  ns: [1n, 1_000_000_000n],
  n: [1n, 1_000_000_000n],
  us: [1n, 1_000_000n],
  u: [1n, 1_000_000n],
  ms: [1n, 1000n],
  s: [1n, 1n],
  m: [60n, 1n],
  h: [3600n, 1n],
} as const
export type Precision = keyof typeof precisions

const FIELDS_A_TIME = 300
const VALUE = 'value'
const LATEST_SECONDS = 8_000_000_000_000n

/** Tags whose number tells the hive, and words that mark a measurement as outdoor weather. */
const channelTags = ['channel', 'hive', 'hive_id', 'scale', 'scale_id', 'beehive']
/** Takes the place of a first hive if several came at once: none of them is the first. */
const NO_FIRST_HIVE = ''
/** What Telegraf sends of its own machine if nobody changes its configuration. */
const machine = new Set(['cpu', 'disk', 'diskio', 'kernel', 'mem', 'processes', 'swap', 'system'])
const outside = /weather|outside|outdoor|ambient|aussen|exterieur|exterior/i

const nothing = meaningOf('name')!

type AtTime = { fields: Map<string, unknown>; meanings: Map<string, Meaning | null> }

/**
 * Builds a message from points of line protocol, with one measurement for each time. A field gets its meaning by its name, or by that of its
 * measurement if it is just called `value`. A tag such as `hive=2` tells the channel. A hive's name means the first one if it equals
 * `firstHive`, the first hive name this transmitter ever sent; if it never sent one, the only name here counts, returned as `newHive`. So does
 * the name of a device whose weights come without a hive. Fields whose tags tell no channel are kept as unknown, under their tags, for the
 * owner to assign. Points without a time get `now` (epoch ms).
 */
export function linesMessage(
  points: readonly LinePoint[],
  precision: Precision,
  now: number,
  device: KnownDevice = unknownDevice,
  firstHive: string | null = null,
): { message: DeviceMessage; faults: LineFault[]; lines: Map<string, number>; newHive: string | undefined } {
  const message = emptyMessage()
  const faults: LineFault[] = []
  const lines = new Map<string, number>()
  const byTime = new Map<string, AtTime>()
  const devices = new Set(
    points.filter((point) => isWeighing(point, device.assigned)).map(({ tags }) => deviceIn(tags)),
  )
  devices.delete(undefined)
  const newHive = firstHive === null ? firstOf(points, devices) : undefined
  for (const point of points) {
    const time = timeOf(point, precision, now)
    if (time === undefined) {
      faults.push({ line: point.line, reason: 'time outside range' })
      continue
    }
    const at: AtTime = byTime.get(time) ?? { fields: new Map(), meanings: new Map() }
    byTime.set(time, at)
    lines.set(time, lines.get(time) ?? point.line)
    const channel = channelOf(point.tags, devices, firstHive ?? newHive ?? NO_FIRST_HIVE)
    const [names, meaningOfField] = [namesOf(point, channel, device.assigned), meaningsOf(point, channel)]
    for (const [field, value] of Object.entries(point.fields)) {
      const name = at.fields.size < FIELDS_A_TIME ? names(field).find((one) => !at.fields.has(one)) : undefined
      if (name === undefined) {
        faults.push({
          line: point.line,
          reason: `too many fields at one time: ${field.slice(0, FIELD_NAME_CHARACTERS)}`,
        })
        continue
      }
      at.fields.set(name, value)
      const meaning = meaningOfField(field)
      if (meaning !== undefined) at.meanings.set(name, meaning)
    }
  }
  for (const time of [...byTime.keys()].sort()) {
    const { fields, meanings } = byTime.get(time)!
    // the owner's meanings take precedence over the built-in table
    decodeFields(message, Object.fromEntries(fields), time, {
      ...device,
      assigned: new Map([...meanings, ...device.assigned]),
    })
  }
  const isKept = newHive === NO_FIRST_HIVE || message.readings.length + message.raw.length > 0
  return { message, faults, lines, newHive: isKept ? newHive : undefined }
}

/** The only hive or device in these points that has a name; `NO_FIRST_HIVE` if several have one, undefined if there is none. */
function firstOf(points: readonly LinePoint[], devices: ReadonlySet<string | undefined>): string | undefined {
  const hives = new Set(points.map(({ tags }) => hiveIn(tags)))
  hives.delete(undefined)
  const names = [...hives, ...devices].filter((one) => one !== undefined && (devices.has(one) || isName(one)))
  if (names.length > 1) return NO_FIRST_HIVE
  // next to numbers, a name is not the first hive's
  return hives.size <= 1 ? names[0] : undefined
}

function timeOf({ time }: LinePoint, precision: Precision, now: number): string | undefined {
  if (time === undefined) return new Date(now).toISOString()
  const [each, counts] = precisions[precision]
  const seconds = (time * each) / counts
  return seconds >= 0n && seconds < LATEST_SECONDS ? new Date(Number(seconds) * 1000).toISOString() : undefined
}

/**
 * `hive_weight`, or with its tags in front if another series uses that name at this time, or may at another. A `value` whose measurement says
 * nothing is only told by its tags, unless its owner has assigned it without them. Home Assistant names it by its entity.
 */
function namesOf(
  { measurement, tags }: LinePoint,
  channel: Channel,
  assigned: KnownDevice['assigned'],
): (field: string) => string[] {
  const before = Object.values(tags).join('_')
  return (field) => {
    const name = plainName(measurement, field)
    const withTags = nameWithTags(before, name, assigned)
    if (withTags !== name && assigned.has(withTags)) return [withTags]
    const entity = entityIn(tags)
    const isVague = field === VALUE && !assigned.has(name) && (entity !== undefined || !meaningOf(measurement))
    if (isVague && entity !== undefined) return [entity.slice(0, FIELD_NAME_CHARACTERS), withTags]
    return channel === null || isVague ? [withTags] : [name, withTags]
  }
}

const plainName = (measurement: string, field: string): string =>
  (field === VALUE ? measurement : `${measurement}_${field}`).slice(0, FIELD_NAME_CHARACTERS)

function meaningsOf({ measurement, tags }: LinePoint, channel: Channel): (field: string) => Meaning | null | undefined {
  const isOutside = [measurement, ...Object.values(tags)].some((one) => outside.test(one))
  return (field) => {
    const entity = entityIn(tags)
    const meaning =
      field !== VALUE
        ? (meaningOf(`${measurement}_${field}`) ?? meaningOf(field) ?? (machine.has(measurement) ? nothing : undefined))
        : entity === undefined
          ? meaningOf(measurement)
          : meaningOfEntity(entity, measurement)
    if (!meaning || meaning.isNumbered || meaning.channel !== 1) return meaning
    if (channel === null) return null
    if (channel !== undefined) return { ...meaning, channel }
    return isOutside && meaning.quantity !== 'weight' ? { ...meaning, channel: 0 } : meaning
  }
}

/** The entity that a point of Home Assistant's InfluxDB integration is about; its measurement is a unit, such as kg or h. */
const entityIn = ({ domain, entity_id }: Record<string, string>): string | undefined =>
  domain === undefined ? undefined : entity_id

/** Null if it is not in a unit that its name can have; nothing if hives have no such unit, as a house has many entities. */
function meaningOfEntity(entity: string, measurement: string): Meaning | null {
  const unit = measurement.replace('°', '')
  const meaning = meaningOf(entity)
  if (!meaning) return sentQuantities.some((one) => unitWritten(one, unit) !== undefined) ? null : nothing
  const known = unitWritten(meaning.quantity, unit)
  if (known !== undefined) return { ...meaning, unit: known }
  return meaning.quantity === 'nothing' ? meaning : null
}

/** Null: a tag points to something other than channels 1 to 8, or to a hive or device by a name other than the first one's. */
type Channel = number | null | undefined

const hiveIn = (tags: Record<string, string>): string | undefined => namedBy(channelTags, tags)
const deviceIn = (tags: Record<string, string>): string | undefined => namedBy(deviceTags, tags)

const namedBy = (names: readonly string[], tags: Record<string, string>): string | undefined =>
  names
    .map((tag) => tags[tag])
    .filter((one) => one !== undefined)
    .map(storable)[0]

/** Whether a point has a weight for which neither a tag, nor a number, nor its owner tells the hive. */
function isWeighing({ measurement, tags, fields }: LinePoint, assigned: KnownDevice['assigned']): boolean {
  if (hiveIn(tags) !== undefined) return false
  return Object.keys(fields).some((field) => {
    const name = plainName(measurement, field)
    const meaning = meaningOf(name) ?? (field === VALUE ? undefined : meaningOf(field))
    return meaning?.quantity === 'weight' && !meaning.isNumbered && !assigned.has(name)
  })
}

/** A number in it would be a channel. */
const isName = (hive: string): boolean => !/\d/.test(hive)

/**
 * 2 for `hive=2`, `hive=02`, `hive=hive-2` and `scale_id=scale2`; a name stands for the first hive if it equals `first`, as does one of the
 * devices that weigh.
 */
function channelOf(tags: Record<string, string>, devices: ReadonlySet<string | undefined>, first: string): Channel {
  const hive = hiveIn(tags)
  if (hive === undefined) {
    const device = deviceIn(tags)
    return device === undefined || device === first || !devices.has(device) ? undefined : null
  }
  const number = /^[a-z _-]*0*([1-8])$/i.exec(hive)?.[1]
  if (number !== undefined) return Number(number)
  return isName(hive) && hive === first ? undefined : null
}
