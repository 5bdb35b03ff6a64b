import type { AdmittedKey } from '../../hives/readings/key-budgets/admit-key.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { asFirstHive } from './as-first-hive.ts'
import { saysSomething } from './device-message.ts'
import { findTransmitter } from './find-transmitter.ts'
import { parseBeep } from './parse-beep.ts'
import { clockFor, readKnownDevice } from './read-known-device.ts'
import { type Submitting, submitReadings } from './submit-readings.ts'
import { leftOutNames, refusalOf } from './submitted-reply.ts'
import { timeIn } from './time-in.ts'

/**
 * Stores one measurement in named fields, and answers in BEEP's style, which appends remarks to the status (BEEP: `saved-2-alerts`, here:
 * `saved-without-…`). Throws 400 if nothing of it could be taken, 401, 429.
 */
export async function takeFields(
  deps: Submitting,
  admitted: AdmittedKey,
  fields: Record<string, unknown>,
): Promise<{ status: 200 | 201; word: string }> {
  const transmitter = await findTransmitter(deps, admitted)
  const [now, known] = [deps.clock.now(), await readKnownDevice(deps, transmitter)]
  const clock = await clockFor(deps, transmitter, timeIn(fields, now).said)
  const { message } = await asFirstHive(deps, transmitter, (firstHive) => ({
    message: parseBeep(fields, now, { ...known, firstHive }, clock),
  }))
  if (!saysSomething(message)) {
    deps.refusals.note(transmitter.id, 'reading_empty')
    return { status: 200, word: 'no-data-to-write' }
  }
  const taken = await submitReadings(deps, transmitter, message)
  if (taken.status === 'expired') return { status: 200, word: 'subscription expired' }
  const refusal = refusalOf(taken)
  if (refusal) throw new AppError(400, refusal)
  const names = leftOutNames(taken)
  return { status: 201, word: names.length === 0 ? 'saved' : `saved-without-${names.join('-')}` }
}
