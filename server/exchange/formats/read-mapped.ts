import { type Mapped, type MappedValue, mapJson } from '#domain/exchange/json-mapping.ts'
import { pathInWords } from '#domain/exchange/json-path.ts'
import { type FieldFault, shownValue } from '#domain/hives/doctor/field-fault.ts'
import type { LocalClock } from '#domain/hives/local-clock.ts'
import { FIELD_NAME_CHARACTERS } from '#domain/hives/unknown-field.ts'
import { defined } from '#domain/platform/defined.ts'
import type { Deps } from '../../deps.ts'
import { asFirstHive } from './as-first-hive.ts'
import { type DeviceMessage, emptyMessage, isFields, isoTimeOf, timeOfMessage } from './device-message.ts'
import type { KeyHolder } from './format-queries.ts'
import { addOtherDevice } from './other-device.ts'
import { clockFor, readKnownDevice } from './read-known-device.ts'
import { senderIn } from './sender-name.ts'

/** Reads a document as its owner mapped it. The mapping is that of the first device that weighs; others with its key are other scales. */
export async function readMapped(
  deps: Pick<Deps, 'database' | 'clock'>,
  transmitter: KeyHolder,
  mapping: readonly MappedValue[],
  document: unknown,
): Promise<DeviceMessage> {
  const now = deps.clock.now()
  const sender = isFields(document) ? senderIn(document, [], undefined) : undefined
  const mapped = mapJson(mapping, document, (element) => (isFields(element) ? senderIn(element, [], sender) : sender))
  const weighing = [...mapped.readings.filter(({ weight }) => weight !== undefined), ...mapped.raw]
  const whole = [...mapped.readings, ...mapped.raw].find(({ ofList }) => !ofList)
  const clock = await clockFor(deps, transmitter, whole?.time)
  const senders = new Set(weighing.flatMap((one) => one.sender ?? []))
  if (senders.size === 0) return messageOf(mapped, now, clock)
  const known = await readKnownDevice(deps, transmitter)
  const read = await asFirstHive(deps, transmitter, (firstHive) => {
    const first = firstHive ?? [...senders][0]!
    const others = [...senders].filter((one) => one !== first)
    const messageFrom = (isIn: (one: string | undefined) => boolean): DeviceMessage => {
      const readings = mapped.readings.filter((one) => isIn(one.sender))
      const raw = mapped.raw.filter((one) => isIn(one.sender))
      return messageOf({ ...mapped, readings, raw }, now, clock)
    }
    const message = messageFrom((one) => one === undefined || !others.includes(one))
    for (const other of others) {
      const theirs = messageFrom((one) => one === other)
      addOtherDevice(message, theirs, other, known)
    }
    return { message: { ...message, ...defined({ newHive: firstHive === null ? first : undefined }) } }
  })
  return read.message
}

function messageOf(mapped: Mapped, now: number, clock: LocalClock | undefined): DeviceMessage {
  const message: DeviceMessage = { ...emptyMessage(), battery: mapped.battery, signal: mapped.signal }
  // a document without a valid time is dated on arrival, as in other formats; an element of a list is refused for it
  let arrival: string | undefined
  const timeOf = ({ ofList, time }: { ofList: boolean; time: unknown }): string => {
    if (ofList) return time as string
    arrival ??= timeOfMessage(message, time, now, clock)
    return arrival
  }
  message.readings = mapped.readings.map(({ ofList, sender: _, ...reading }) => ({
    ...reading,
    time: timeOf({ ofList, ...reading }),
  }))
  for (const { ofList, sender: _, ...raw } of mapped.raw) {
    const time = timeOf({ ofList, ...raw })
    // an invalid time stays as it is, so that the check reports it
    if (isoTimeOf(time) === undefined) message.readings.push({ time, channel: raw.channel, weight: 0 })
    else message.raw.push({ ...raw, time })
  }
  if (mapped.missing.length > 0) message.faults = [...(message.faults ?? []), ...mapped.missing.map(missingFault)]
  return message
}

const missingFault = ({ path, channel }: MappedValue): FieldFault => ({
  ...{ index: null, channel, field: pathInWords(path).slice(-FIELD_NAME_CHARACTERS), code: 'mapped_value_missing' },
  ...{ value: shownValue(path), isWhole: false },
})
