import { type MappedValue, mapJson } from '#domain/exchange/json-mapping.ts'
import { pathInWords } from '#domain/exchange/json-path.ts'
import type { FieldFault } from '#domain/hives/doctor/field-fault.ts'
import { shownValue } from '#domain/hives/doctor/field-fault.ts'
import type { FormatReply } from '#domain/hives/ingest-message.ts'
import { defined } from '#domain/platform/defined.ts'
import type { Deps } from '../../deps.ts'
import type { AdmittedKey } from '../../hives/readings/key-budgets/admit-key.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { keepExample, readMapping } from '../json-mappings/read-mapping.ts'
import { asFirstHive } from './as-first-hive.ts'
import { decodeFields } from './decode-fields.ts'
import { type DeviceMessage, emptyMessage, isoTimeOf, saysSomething, timeOfMessage } from './device-message.ts'
import { findTransmitter } from './find-transmitter.ts'
import type { KeyHolder } from './format-queries.ts'
import { ofAnotherDevice } from './of-another-device.ts'
import { readKnownDevice } from './read-known-device.ts'
import { senderIn } from './sender-name.ts'
import { type Submitting, submitReadings } from './submit-readings.ts'
import { refusalOf, replyOf } from './submitted-reply.ts'
import { timeIn } from './time-in.ts'

const FIELD_CHARACTERS = 40

/**
 * Stores the values of a document as its owner mapped them; before there is a mapping, by known names. Throws 400 `mapping_missing` and
 * `mapping_misses` if nothing in it could be read, and like `submitReadings`.
 */
export async function takeJson(deps: Submitting, admitted: AdmittedKey, document: unknown): Promise<FormatReply> {
  const transmitter = await findTransmitter(deps, admitted)
  const known = await readMapping(deps, transmitter.id)
  await keepExample(deps, transmitter.id, known, document)
  const now = deps.clock.now()
  const isMapped = known.mapping.length > 0
  const message = isMapped
    ? await byMapping(deps, transmitter, messageOf(known.mapping, document, now), document)
    : await byNames(deps, transmitter, document, now)
  if (!saysSomething(message)) throw new AppError(400, isMapped ? 'mapping_misses' : 'mapping_missing')
  const taken = await submitReadings(deps, transmitter, message)
  const refusal = refusalOf(taken)
  if (refusal) throw new AppError(400, refusal)
  const { deviceKey } = taken
  return { ...replyOf(taken), ...defined({ deviceKey }) }
}

function messageOf(mapping: readonly MappedValue[], document: unknown, now: number): DeviceMessage {
  const mapped = mapJson(mapping, document)
  const message: DeviceMessage = { ...emptyMessage(), battery: mapped.battery, signal: mapped.signal }
  // a document without a valid time is dated on arrival, as in other formats; an element of a list is refused for it
  let arrival: string | undefined
  const timeOf = ({ ofList, time }: { ofList: boolean; time: unknown }): string => {
    if (ofList) return time as string
    arrival ??= timeOfMessage(message, time, now)
    return arrival
  }
  message.readings = mapped.readings.map(({ ofList, ...reading }) => ({
    ...reading,
    time: timeOf({ ofList, ...reading }),
  }))
  for (const { ofList, ...raw } of mapped.raw) {
    const time = timeOf({ ofList, ...raw })
    // an invalid time stays as it is, so that the check reports it
    if (isoTimeOf(time) === undefined) message.readings.push({ time, channel: raw.channel, weight: 0 })
    else message.raw.push({ ...raw, time })
  }
  if (mapped.missing.length > 0) message.faults = [...(message.faults ?? []), ...mapped.missing.map(missingFault)]
  return message
}

const missingFault = ({ path, channel }: MappedValue): FieldFault => ({
  ...{ index: null, channel, field: pathInWords(path).slice(-FIELD_CHARACTERS), code: 'mapped_value_missing' },
  ...{ value: shownValue(path), isWhole: false },
})

/** The mapping is that of the first device that weighs; what others send with its key are other scales. */
async function byMapping(
  deps: Pick<Deps, 'database' | 'clock'>,
  transmitter: KeyHolder,
  message: DeviceMessage,
  document: unknown,
): Promise<DeviceMessage> {
  const sender = isFields(document) ? senderIn(document, [], undefined) : undefined
  const isWeighing = message.raw.length > 0 || message.readings.some(({ weight }) => weight !== undefined)
  if (sender === undefined || !isWeighing) return message
  const known = await readKnownDevice(deps, transmitter)
  const read = await asFirstHive(deps, transmitter, (firstHive) => {
    if (firstHive === null) return { message: { ...message, newHive: sender } }
    return { message: firstHive === sender ? message : ofAnotherDevice(message, sender, known) }
  })
  return read.message
}

const isFields = (document: unknown): document is Record<string, unknown> =>
  typeof document === 'object' && document !== null && !Array.isArray(document)

/** Unknown names are dropped here, since the owner is shown the document itself; but not weights that belong to no scale. */
async function byNames(
  deps: Pick<Deps, 'database' | 'clock'>,
  transmitter: KeyHolder,
  document: unknown,
  now: number,
): Promise<DeviceMessage> {
  if (!isFields(document)) return emptyMessage()
  const { said, rest } = timeIn(document, now)
  const known = await readKnownDevice(deps, transmitter)
  const read = await asFirstHive(deps, transmitter, (firstHive) => {
    const message = emptyMessage()
    // a timestamp that is none is reported here
    decodeFields(message, rest, timeOfMessage(message, said ?? document.timestamp, now), { ...known, firstHive })
    return { message: { ...message, unknown: message.unknown?.filter(({ isWeighed }) => isWeighed) ?? [] } }
  })
  return read.message
}
