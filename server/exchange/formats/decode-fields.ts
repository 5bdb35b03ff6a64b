import { CHANNELS_PER_CONTROLLER } from '#domain/hives/controller.ts'
import { PERCENT_SIGN, shownValue } from '#domain/hives/doctor/field-fault.ts'
import { VERSION_CHARACTERS } from '#domain/hives/reading.ts'
import { FIELD_NAME_CHARACTERS } from '#domain/hives/unknown-field.ts'
import { defined } from '#domain/platform/defined.ts'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import { writtenNumber } from '#domain/platform/written-number.ts'
import {
  HIGHEST_VOLTS,
  type Meaning,
  MILLIVOLTS_FROM,
  meaningOf,
  ofHive,
  units,
  unitWritten,
} from '../../hives/unknown-fields/known-fields.ts'
import { type DeviceMessage, pushReading } from './device-message.ts'
import { flat } from './flat-fields.ts'
import { nameWithTags } from './sender-name.ts'
import { type UnitsBeside, unitBeside } from './units-beside.ts'

const CORNERS = 4
/** Each may be followed by the number of a scale. */
const channelNames = ['channel', 'hive', 'scale']
const VALUE = 'value'

/**
 * What is known about a device before its message is read: the channels with a scale, the meanings its owner gave to names, and the names
 * under which its battery came in percent during the last 30 days. `firstHive`: whose weights without a number are those of channel 1, null
 * if nobody's yet; undefined if the message cannot be of several devices.
 */
export type KnownDevice = {
  scales: ReadonlySet<number>
  assigned: ReadonlyMap<string, Meaning>
  percent?: ReadonlySet<string>
  firstHive?: string | null
}
/** A meaning of null: do not guess what this name means. */
type DeviceInMessage = Omit<KnownDevice, 'assigned'> & { assigned: ReadonlyMap<string, Meaning | null> }
export const unknownDevice: KnownDevice = { scales: new Set(), assigned: new Map() }

/** A field that means something for a channel. `depth`: how many names lead to it. */
type Said = { name: string; depth: number; value: unknown; meaning: Meaning; channel: number }
type Keep = (name: string, value: unknown, isWeighed?: boolean) => void
/** What was said of each quantity of each channel. */
type Taken = ReadonlyMap<string, Said>

/**
 * Decodes the fields of one measurement into a message, name by name. Kept as unknown, since no guess may create a scale: names that no family
 * uses, a second name for the same thing with a different value, a numbered thermometer without a scale on that channel, and what a device
 * other than the first one weighs with the same key. Values that are neither number nor text are listed as left out.
 */
export function decodeFields(
  message: DeviceMessage,
  fields: Record<string, unknown>,
  time: string,
  device: DeviceInMessage = unknownDevice,
): void {
  const keep = createKeep(message, time)
  const said = saidIn(message, fields, device, keep)
  const percents = said.filter((one) => isPercent(one, device.percent))
  const taken = takeEachOnce(
    said.filter((one) => !percents.includes(one)),
    device.scales,
    keep,
  )
  takeReadings(message, taken, time)
  takeCorners(message, [...taken.values()], time, keep)
  const station = defined({
    battery: takenValue(taken, 'battery', 0),
    signal: takenValue(taken, 'signal', 0),
    chipTemperature: takenValue(taken, 'chipTemperature', 0),
  })
  if (Object.keys(station).length > 0) message.stations.push({ time, ...station })
  // next to a voltage, a percentage adds nothing
  if (station.battery === undefined) for (const one of percents) leaveOutPercent(message, one, device.percent, keep)
  const version = taken.get('softwareVersion 0')?.value
  if (version !== undefined) message.softwareVersion = String(version).slice(0, VERSION_CHARACTERS)
}

const createKeep =
  (message: DeviceMessage, time: string): Keep =>
  (name, value, isWeighed = false) => {
    const number = writtenNumber(value)?.number
    if (number === undefined) {
      if (typeof value === 'object') leaveOut(message, name, 'unknown_key', value)
      return
    }
    message.unknown ??= []
    message.unknown.push({
      time,
      name: name.slice(0, FIELD_NAME_CHARACTERS),
      value: number,
      ...(isWeighed && { isWeighed }),
    })
  }

/** The fields that mean something; the others are kept. */
function saidIn(
  message: DeviceMessage,
  fields: Record<string, unknown>,
  { scales, assigned, firstHive }: DeviceInMessage,
  keep: Keep,
): Said[] {
  const own = channelOf(fields, scales, assigned)
  const found = [...flat(fields, firstHive !== undefined)].flatMap((one) => {
    const name = one.path.join('_')
    const known = assigned.get(name.slice(0, FIELD_NAME_CHARACTERS))
    const meaning = known === undefined ? meaningOfPath(one.path) : known
    const isPlain = known === undefined && meaning?.channel === 1 && !meaning.isNumbered
    return name === own?.name ? [] : [{ ...one, name, isAssigned: known !== undefined, meaning, isPlain }]
  })
  const weighing = new Set(
    found.flatMap(({ isPlain, meaning, sender }) => (isPlain && meaning && isScale(meaning) ? (sender ?? []) : [])),
  )
  const first = own || firstHive === undefined ? undefined : (firstHive ?? [...weighing][0])
  if (firstHive === null && first !== undefined) message.newHive = first

  const said: Said[] = []
  for (const { path, name, value, units, sender, isAssigned, meaning, isPlain } of found) {
    const say = (name: string, value: unknown, meaning: Meaning, channel = meaning.channel) => {
      if (meaning.quantity !== 'nothing') said.push({ name, depth: path.length, value, meaning, channel })
    }
    if (!meaning) keep(name, value)
    else if (isPlain && first !== undefined && sender !== undefined && sender !== first && weighing.has(sender)) {
      const full = name.startsWith(`${sender}_`) ? name : nameWithTags(sender, name, assigned)
      const meant = assigned.get(full)
      if (meant) say(full, value, meant)
      else keep(full, value, true)
    } else {
      const written = isAssigned ? value : withUnit(path, value, meaning, units)
      say(name, written, meaning, isPlain ? own?.channel : undefined)
    }
  }
  return said
}

/** Of several fields that say the same, the surest name counts; the others are kept if they say something else. */
function takeEachOnce(said: readonly Said[], scales: ReadonlySet<number>, keep: Keep): Taken {
  const isFirstOfZero = ({ meaning, channel }: Said) => meaning.isNumbered && channel === 0
  const fromZero = new Set(said.filter(isFirstOfZero).map(({ meaning }) => meaning.series))
  const sure = said
    // if a series counts from 0, its first member is 0
    .map((one) =>
      one.meaning.isNumbered && fromZero.has(one.meaning.series) ? { ...one, channel: one.channel + 1 } : one,
    )
    // further in, the same name may be that of a limit or a tare
    .sort((a, b) => a.meaning.rank - b.meaning.rank || a.depth - b.depth)
  const weighed = new Set(sure.filter(({ meaning }) => isWeight(meaning)).map(({ channel }) => channel))
  const taken = new Map<string, Said>()
  for (const one of sure) {
    const { quantity, isProbe } = one.meaning
    const isPlaced = !isProbe || one.channel === 1 || scales.has(one.channel) || weighed.has(one.channel)
    const key = quantity === 'rawCorner' ? one.name : `${quantity} ${one.channel}`
    const other = taken.get(key)
    if (isPlaced && !other && one.channel <= CHANNELS_PER_CONTROLLER) taken.set(key, one)
    else if (!other || converted(other) !== converted(one)) keep(one.name, one.value, isWeight(one.meaning))
  }
  return taken
}

/** What was said of a quantity, in the stored unit; undefined if nothing was. */
const takenValue = (taken: Taken, quantity: Meaning['quantity'], channel: number): unknown =>
  converted(taken.get(`${quantity} ${channel}`))

function takeReadings(message: DeviceMessage, taken: Taken, time: string): void {
  // the transmitter itself, channel 0, comes last
  for (let place = 1; place <= CHANNELS_PER_CONTROLLER + 1; place++) {
    const channel = place % (CHANNELS_PER_CONTROLLER + 1)
    const weight = takenValue(taken, 'weight', channel)
    const raw = takenValue(taken, 'rawWeight', channel)
    const values = {
      temperature: takenValue(taken, 'temperature', channel),
      humidity: takenValue(taken, 'humidity', channel),
    }
    if (channel === 0) {
      pushReading(message, time, 0, values)
      // the transmitter itself has no weight: by itself, so that the check refuses nothing else
      pushReading(message, time, 0, { weight: weight ?? raw })
      continue
    }
    pushReading(message, time, channel, { weight, ...values })
    if (raw === undefined || weight !== undefined) continue
    if (typeof raw === 'number') message.raw.push({ time, channel, raw })
    else leaveOut(message, 'weight', 'weight_invalid', raw, channel)
  }
}

/**
 * The channel that a document is about by its own word, as in the native format and in tables: only one that has a scale, since that of a
 * radio may be meant. Undefined if its owner said that it means something else.
 */
function channelOf(
  fields: Record<string, unknown>,
  scales: ReadonlySet<number>,
  assigned: ReadonlyMap<string, unknown>,
): { name: string; channel: number } | undefined {
  for (const name of channelNames) {
    const channel = writtenNumber(fields[name])?.number
    if (channel !== undefined && scales.has(channel) && !assigned.has(name)) return { name, channel }
  }
  return undefined
}

function leaveOut(
  message: DeviceMessage,
  name: string,
  code: ErrorCode,
  value: unknown,
  channel: number | null = null,
): void {
  const field = name.slice(0, FIELD_NAME_CHARACTERS)
  message.faults ??= []
  message.faults.push({ index: null, channel, field, code, value: shownValue(value), isWhole: false })
}

/** Whether a battery value gives no voltage, or its name came in percent before. Millivolts, and numbers with a unit, are never affected by the latter. */
function isPercent(one: Said, percent: KnownDevice['percent']): boolean {
  if (one.meaning.quantity !== 'battery') return false
  if (Number.isNaN(converted(one))) return true
  const written = writtenNumber(one.value)
  const isBare = written?.unit === '' && written.number < MILLIVOLTS_FROM
  return isBare && one.meaning.unit === 'volt_or_percent' && percent?.has(batteryName(one.name)) === true
}

/**
 * Once a name is percent without a doubt, every number under it counts as percent, even one that could be volts, unless its owner says what it
 * is. A whole number of a few volts may be a lead battery.
 */
function leaveOutPercent(
  message: DeviceMessage,
  { name, value, meaning }: Said,
  percent: KnownDevice['percent'],
  keep: Keep,
): void {
  const { number, unit } = writtenNumber(value)!
  const field = batteryName(name)
  const isDoubtful =
    !percent?.has(field) && unit === '' && Number.isNaN(units[meaning.unit](number)) && number <= HIGHEST_VOLTS
  if (isDoubtful) leaveOut(message, field, 'battery_percent', value, 0)
  else {
    leaveOut(message, field, 'battery_percent', `${number}${PERCENT_SIGN}`, 0)
    keep(name, value)
  }
}

/** The end of a name: there are only a few of these, and faults are counted by them. */
const batteryName = (name: string): string => /(?:battery|batt|bat)$/i.exec(name)?.[0].toLowerCase() ?? 'battery'

const isWeight = ({ quantity }: Meaning) => quantity === 'weight' || quantity === 'rawWeight'
const isScale = (meaning: Meaning) => isWeight(meaning) || meaning.quantity === 'rawCorner'

/** Converts to the stored unit, from the unit after the number, else that of its name. What is not a number stays as it is, so that the check reports it. */
function converted(one: Said | undefined): unknown {
  if (!one) return undefined
  const { meaning, value } = one
  const written = writtenNumber(value)
  const unit = written && (written.unit === '' ? meaning.unit : unitWritten(meaning.quantity, written.unit))
  return unit === undefined ? value : units[unit](written!.number)
}

/** The four corners of a scale are added up; if one is missing, their sum is not a weight. */
function takeCorners(message: DeviceMessage, taken: readonly Said[], time: string, keep: Keep): void {
  const corners = taken.filter(({ meaning }) => meaning.quantity === 'rawCorner')
  if (corners.length === 0) return
  const values = corners.map(converted)
  const isWhole = corners.length === CORNERS && values.every((value) => typeof value === 'number')
  const isWeighed = taken.some(({ meaning, channel }) => channel === 1 && isWeight(meaning))
  if (!isWhole) {
    for (const [i, { name, value }] of corners.entries()) {
      if (typeof values[i] === 'number') keep(name, value)
      else leaveOut(message, 'weight', 'weight_invalid', value, 1)
    }
  } else if (!isWeighed) {
    message.raw.push({ time, channel: 1, raw: values.reduce((sum, value) => sum + value, 0) })
  }
}

/** Writes the unit that stands beside a number after it, unless the number or its name already says one. */
function withUnit(path: readonly string[], value: unknown, { quantity, unit }: Meaning, units: UnitsBeside): unknown {
  if (writtenNumber(value)?.unit !== '') return value
  const isValue = path.length > 1 && path.at(-1) === VALUE
  if (isValue && units.ofValue !== undefined) return `${value} ${units.ofValue}`
  const isUnspoken = unit === 'as_is' || unit === 'volt_or_percent'
  const beside = isUnspoken ? unitBeside(path.at(isValue ? -2 : -1)!, quantity, units) : undefined
  return beside === undefined ? value : `${value} ${beside}`
}

/**
 * Finds the longest end of a path that has a meaning, since formatters wrap the fields in different ways. A hive with a number on the way is
 * the one that a weight belongs to.
 */
function meaningOfPath(path: readonly string[]): Meaning | undefined {
  for (let from = 0; from < path.length; from++) {
    const name = path.slice(from).join('_')
    const meaning = from > 0 && name.length < 2 ? undefined : meaningOf(name)
    if (meaning) return ofHive(meaning, path.slice(0, from).join('_'))
  }
  return path.length > 1 && path.at(-1) === VALUE ? meaningOfPath(path.slice(0, -1)) : undefined
}
