import type { InfluxError } from '#domain/hives/ingest-message.ts'
import { READINGS_MAXIMUM } from '#domain/hives/reading.ts'
import { defined } from '#domain/platform/defined.ts'
import type { AdmittedKey } from '../../hives/readings/key-budgets/admit-key.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { saysSomething } from './device-message.ts'
import { findTransmitter } from './find-transmitter.ts'
import { claimFirstHive } from './format-queries.ts'
import { linesMessage, type Precision } from './lines-message.ts'
import { type LineFault, parseLineProtocol } from './parse-line-protocol.ts'
import { readKnownDevice } from './read-known-device.ts'
import { type Submitting, submitReadings } from './submit-readings.ts'

const FAULTS_NAMED = 10

export const influxError = (code: string, message: string, line?: number): InfluxError => ({
  ...{ code, message, error: message },
  ...defined({ line }),
})

/**
 * Stores points of line protocol. Resolves with undefined if everything was taken, else with a list of what was not, in InfluxDB's form: the
 * rest is stored. Unknown names are kept for their owner and are not faults, nor is a line end alone, with which Home Assistant tries whether it
 * may write. Throws 401, 413, 429.
 */
export async function takeLines(
  deps: Submitting,
  admitted: AdmittedKey,
  text: string,
  precision: Precision,
): Promise<{ status: 400 | 403; error: InfluxError } | undefined> {
  const transmitter = await findTransmitter(deps, admitted)
  const { points, faults: unread } = parseLineProtocol(text)
  if (points.length > READINGS_MAXIMUM) throw new AppError(413, 'readings_too_many')
  const device = await readKnownDevice(deps, transmitter)
  const now = deps.clock.now()
  const read = (firstHive: string | null) => linesMessage(points, precision, now, device, firstHive)
  const asFirst = read(transmitter.first_hive)
  const { newHive } = asFirst
  const firstHive = newHive === undefined ? newHive : await claimFirstHive(deps.database.db, transmitter.id, newHive)
  const { message, faults: unmeant, lines } = newHive === firstHive ? asFirst : read(firstHive ?? null)
  const faults = [...unread, ...unmeant]
  if (saysSomething(message)) {
    const taken = await submitReadings(deps, transmitter, message)
    if (taken.status === 'expired') return { status: 403, error: influxError('forbidden', 'subscription_expired') }
    // raw weights are counted after the readings
    const rows = [...message.readings, ...message.raw]
    const lineAt = (index: number | null) => lines.get(rows[index ?? 0]?.time ?? '') ?? 1
    for (const { index, code } of taken.rejected) faults.push({ line: lineAt(index), reason: code })
    for (const { index, field, code } of taken.leftOut ?? []) {
      if (code !== 'unknown_key') faults.push({ line: lineAt(index), reason: `${field}: ${code}` })
    }
  } else if (text === '') {
    return { status: 400, error: influxError('invalid', 'no points') }
  }
  return faults.length === 0 ? undefined : { status: 400, error: partialWrite(faults) }
}

function partialWrite(faults: LineFault[]): InfluxError {
  faults.sort((a, b) => a.line - b.line)
  const named = faults.slice(0, FAULTS_NAMED).map(({ line, reason }) => `line ${line}: ${reason}`)
  return influxError('invalid', `partial write: ${named.join('; ')} dropped=${faults.length}`, faults[0]!.line)
}
