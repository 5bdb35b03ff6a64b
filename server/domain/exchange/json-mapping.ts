import * as v from 'valibot'
import { CHANNELS_PER_CONTROLLER } from '../hives/controller.ts'
import { READINGS_MAXIMUM } from '../hives/reading.ts'
import { AssignedUnit, sentQuantities, toUsual, unitsOf, writtenUnits } from '../hives/unknown-field.ts'
import { groupBy } from '../platform/group-by.ts'
import { momentMs } from '../platform/moment.ts'
import { numberIn, writtenNumber } from '../platform/written-number.ts'
import { type JsonPath, PATH_CHARACTERS, PATH_DEPTH, splitEach, valueAt } from './json-path.ts'
import { unitBeside } from './unit-beside.ts'

const MAPPED_VALUES_MAXIMUM = 40
/** The most readings a message may hold plus one, so that too many are noticed. */
const ELEMENTS_READ = READINGS_MAXIMUM + 1
const FACTOR_MAXIMUM = 1e9

/** `battery` in V, `signal` in dBm. */
export const MappedQuantity = v.picklist([...sentQuantities, 'time'])
export type MappedQuantity = v.InferOutput<typeof MappedQuantity>
const TimeUnit = v.picklist(['iso', 'seconds', 'milliseconds'])
export type MappedUnit = AssignedUnit | v.InferOutput<typeof TimeUnit>

const Path = v.pipe(
  v.string(),
  v.maxLength(PATH_CHARACTERS),
  v.regex(/^(\/[^/]*)+$/),
  v.check((path) => {
    const segments = path.split('/')
    return segments.length - 1 <= PATH_DEPTH && segments.filter((segment) => segment === '*').length <= 1
  }, 'at most one list on the way, and not too deep'),
)

/** The meaning of the value at a path. Channel 0 is the transmitter itself, which has no weight. A value is first multiplied by `factor`. */
export const MappedValue = v.pipe(
  v.object({
    path: Path,
    quantity: MappedQuantity,
    channel: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(CHANNELS_PER_CONTROLLER)), 1),
    unit: v.optional(v.union([AssignedUnit, TimeUnit]), 'as_is'),
    factor: v.optional(v.pipe(v.number(), v.finite(), v.minValue(-FACTOR_MAXIMUM), v.maxValue(FACTOR_MAXIMUM)), 1),
  }),
  v.check(({ quantity, unit }) => mappedUnits(quantity).some((one) => one === unit), 'a unit of this quantity'),
  v.check(
    ({ quantity, channel }) => channel > 0 || (quantity !== 'weight' && quantity !== 'rawWeight'),
    'a weight has a channel',
  ),
)
export type MappedValue = v.InferOutput<typeof MappedValue>

/** Returns the units that values of a quantity may be in, the default first. */
export function mappedUnits(quantity: MappedQuantity): readonly MappedUnit[] {
  if (quantity === 'time') return TimeUnit.options
  return unitsOf[quantity]
}

/** Two values in the same place would hide each other; list elements without their own times would all be readings of the same moment. */
export const JsonMapping = v.pipe(
  v.array(MappedValue),
  v.maxLength(MAPPED_VALUES_MAXIMUM),
  v.check((mapping) => {
    const places = mapping.map(({ path, quantity, channel }) =>
      [splitEach(path)?.list, quantity, quantity === 'time' ? '' : channel].join(' '),
    )
    return new Set(places).size === places.length
  }, 'each quantity of a channel once'),
  v.check((mapping) => listsWithoutTime(mapping).length === 0, 'a time for each element of a list'),
)

/** Returns the lists from whose elements values but no time are read. */
export function listsWithoutTime(mapping: readonly MappedValue[]): JsonPath[] {
  const listsOf = (isTime: boolean) =>
    new Set(
      mapping
        .filter(({ quantity }) => (quantity === 'time') === isTime)
        .flatMap(({ path }) => splitEach(path)?.list ?? []),
    )
  const timed = listsOf(true)
  return [...listsOf(false)].filter((list) => !timed.has(list))
}

/**
 * `time` is undefined if the document gives none, and `sender` if it does not say which device a reading is of. Values that were numbers are in kg, °C and
 * %, others as they were sent.
 */
export type MappedReading = {
  sender: string | undefined
  /** Whether it comes from a list: such a reading is invalid without a time of its own. */
  ofList: boolean
  time: unknown
  channel: number
  weight?: unknown
  temperature?: unknown
  humidity?: unknown
}
export type Mapped = {
  readings: MappedReading[]
  raw: { sender: string | undefined; ofList: boolean; time: unknown; channel: number; raw: number }[]
  battery: unknown
  signal: unknown
  /** The mapped values that the document lacks. */
  missing: MappedValue[]
}

/**
 * Reads a document by a mapping. The work is bounded by the mapping and by the most list elements that a message may hold. `senderOf`: the device that
 * the document or an element of a list is of.
 */
export function mapJson(
  mapping: readonly MappedValue[],
  document: unknown,
  senderOf: (element: unknown) => string | undefined = () => undefined,
): Mapped {
  const mapped: Mapped = { readings: [], raw: [], battery: null, signal: null, missing: [] }
  for (const [list, values] of groupBy(mapping, ({ path }) => splitEach(path)?.list)) {
    const elements = list === undefined ? [document] : valueAt(document, list)
    const missing = new Set(values)
    const outside = new Map(
      list === undefined
        ? []
        : values.map((meant) => [meant, unitBeside(document, `${list}/0`, meant.quantity)] as const),
    )
    for (const element of Array.isArray(elements) ? elements.slice(0, ELEMENTS_READ) : []) {
      for (const found of takeElement(mapped, element, values, outside, senderOf(element))) missing.delete(found)
    }
    mapped.missing.push(...missing)
  }
  return mapped
}

/** Adds the values of one element; returns those of `values` that it has. */
function takeElement(
  mapped: Mapped,
  element: unknown,
  values: readonly MappedValue[],
  outside: ReadonlyMap<MappedValue, string | undefined>,
  sender: string | undefined,
): MappedValue[] {
  const found = values.flatMap((meant) => {
    const path = splitEach(meant.path)?.within ?? meant.path
    const value = valueAt(element, path)
    const beside = () => unitBeside(element, path, meant.quantity, outside.get(meant))
    return value === undefined || value === null ? [] : [{ meant, value, beside }]
  })
  const ofList = values.some(({ path }) => splitEach(path) !== undefined)
  const said = found.find(({ meant }) => meant.quantity === 'time')
  const time = said && timeOf(said.value, said.meant.unit)
  const readings = new Map<number, MappedReading>()
  for (const { meant, value, beside } of found) {
    const { quantity, channel } = meant
    if (quantity === 'time') continue
    const usual = usualOf(meant, value, beside)
    if (quantity === 'battery' || quantity === 'signal') mapped[quantity] = usual
    else if (quantity === 'rawWeight' && typeof usual === 'number') {
      mapped.raw.push({ sender, ofList, time, channel, raw: usual })
    } else {
      const column = quantity === 'rawWeight' ? 'weight' : quantity
      readings.set(channel, { ...(readings.get(channel) ?? { sender, ofList, time, channel }), [column]: usual })
    }
  }
  mapped.readings.push(...readings.values())
  return found.map(({ meant }) => meant)
}

/**
 * Converts a number to its usual unit, from the unit after it or beside it, unless somebody chose a unit or a factor. Anything else, or a number in
 * another quantity's unit, is returned as it stands there, so that the check names it.
 */
function usualOf(meant: MappedValue, value: unknown, beside: () => string | undefined): unknown {
  const { quantity, unit, factor } = meant
  const written = writtenNumber(value)
  if (!written) return value
  const { number } = written
  const own = units[quantity]
  const said = own && unit === 'as_is' && factor === 1 ? written.unit || beside() : undefined
  // what is no unit at all is a remark
  if (!own || said === undefined || (written.unit !== '' && !isKnown(said))) {
    return toUsual[unit as AssignedUnit](number * factor)
  }
  const known = own[said.toLowerCase()]
  if (known !== undefined) return toUsual[known](number)
  return written.unit === '' ? `${number} ${said}` : value
}

const units: Partial<Record<MappedQuantity, Partial<Record<string, AssignedUnit>>>> = writtenUnits
const isKnown = (text: string) => Object.values(units).some((known) => Object.hasOwn(known, text.toLowerCase()))

/** Converts a time in its unit to ISO 8601. Anything else is returned unchanged, so that the check names it. */
function timeOf(value: unknown, unit: MappedValue['unit']): unknown {
  if (unit === 'iso') {
    const moment = typeof value === 'string' ? momentMs(value) : undefined
    return moment === undefined ? value : new Date(moment).toISOString()
  }
  const number = numberIn(value)
  const milliseconds = number === undefined ? Number.NaN : unit === 'seconds' ? number * 1000 : number
  return Math.abs(milliseconds) < 8e15 ? new Date(milliseconds).toISOString() : value
}

/** The reply to `GET controller/{id}/json`: the mapping, and the last document received, shortened. */
export const JsonWebhook = v.object({
  mapping: v.array(MappedValue),
  example: v.nullable(v.unknown()),
  exampleAt: v.nullable(v.string()),
})
export type JsonWebhook = v.InferOutput<typeof JsonWebhook>
export const JsonMappingBody = v.object({ mapping: JsonMapping })
