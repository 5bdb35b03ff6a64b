import type { FormatReply } from '#domain/hives/ingest-message.ts'
import { defined } from '#domain/platform/defined.ts'
import type { Deps } from '../../deps.ts'
import type { AdmittedKey } from '../../hives/readings/key-budgets/admit-key.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { keepExample, readMapping } from '../json-mappings/read-mapping.ts'
import { asFirstHive } from './as-first-hive.ts'
import { decodeFields } from './decode-fields.ts'
import { type DeviceMessage, emptyMessage, isFields, saysSomething, timeOfMessage } from './device-message.ts'
import { findTransmitter } from './find-transmitter.ts'
import type { KeyHolder } from './format-queries.ts'
import { clockFor, readKnownDevice } from './read-known-device.ts'
import { readMapped } from './read-mapped.ts'
import { type Submitting, submitReadings } from './submit-readings.ts'
import { refusalOf, replyOf } from './submitted-reply.ts'
import { timeIn } from './time-in.ts'

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
    ? await readMapped(deps, transmitter, known.mapping, document)
    : await byNames(deps, transmitter, document, now)
  if (!saysSomething(message)) throw new AppError(400, isMapped ? 'mapping_misses' : 'mapping_missing')
  const taken = await submitReadings(deps, transmitter, message)
  const refusal = refusalOf(taken)
  if (refusal) throw new AppError(400, refusal)
  const { deviceKey } = taken
  return { ...replyOf(taken), ...defined({ deviceKey }) }
}

/** Unknown names are dropped here, since the owner is shown the document itself; but not weights that belong to no scale. */
async function byNames(
  deps: Pick<Deps, 'database' | 'clock'>,
  transmitter: KeyHolder,
  document: unknown,
  now: number,
): Promise<DeviceMessage> {
  if (!isFields(document)) return emptyMessage()
  const { said = document.timestamp, rest } = timeIn(document, now)
  const known = await readKnownDevice(deps, transmitter)
  const clock = await clockFor(deps, transmitter, said)
  const read = await asFirstHive(deps, transmitter, (firstHive) => {
    const message = emptyMessage()
    // a timestamp that is none is reported here
    decodeFields(message, rest, timeOfMessage(message, said, now, clock), { ...known, firstHive })
    return { message: { ...message, unknown: message.unknown?.filter(({ isWeighed }) => isWeighed) ?? [] } }
  })
  return read.message
}
