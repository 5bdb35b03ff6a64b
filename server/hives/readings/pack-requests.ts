import { FIELDS_A_ROW } from '#domain/hives/reading.ts'
import type { IngestOutcome, IngestRequest } from './ingest-request.ts'

/*
 * A batch on its way between threads. Copying many small objects costs more than all the rest of a request, so a batch
 * crosses as one list of texts and one array of numbers.
 */

export type PackedRequests = { texts: (string | null)[]; numbers: Float64Array }
export type PackedOutcomes = { numbers: Float64Array; others: [number, IngestOutcome][] }

const TEXTS = 4
const HEAD = 6
const OUTCOME = 3

const numberOrNaN = (value: number | null) => value ?? Number.NaN
const numberOrNull = (value: number) => (Number.isNaN(value) ? null : value)

export function packRequests(requests: readonly IngestRequest[]): PackedRequests {
  const size = requests.reduce((sum, { rows }) => sum + HEAD + FIELDS_A_ROW * rows.length, 0)
  const numbers = new Float64Array(size)
  const texts: (string | null)[] = []
  let at = 0
  for (const request of requests) {
    const { rows } = request
    texts.push(request.deviceKeyHash, request.imei, request.imsi, request.softwareVersion)
    numbers[at++] = request.receivedAt
    numbers[at++] = request.subscriptions ? 1 : 0
    numbers[at++] = numberOrNaN(request.battery)
    numbers[at++] = numberOrNaN(request.chipTemperature)
    numbers[at++] = numberOrNaN(request.signal)
    numbers[at++] = rows.length
    // An array with room to spare, as most are not, would have to be cut.
    const filled = rows.length * FIELDS_A_ROW
    numbers.set(rows.values.length === filled ? rows.values : rows.values.subarray(0, filled), at)
    at += filled
  }
  return { texts, numbers }
}

/** The requests again; their rows are views on the one array. */
export function unpackRequests({ texts, numbers }: PackedRequests): IngestRequest[] {
  const requests: IngestRequest[] = []
  let at = 0
  for (let text = 0; text < texts.length; text += TEXTS) {
    const length = numbers[at + HEAD - 1]!
    const start = at + HEAD
    const end = start + length * FIELDS_A_ROW
    requests.push({
      deviceKeyHash: texts[text]!,
      imei: texts[text + 1]!,
      imsi: texts[text + 2]!,
      softwareVersion: texts[text + 3] ?? null,
      receivedAt: numbers[at]!,
      subscriptions: numbers[at + 1] === 1,
      battery: numberOrNull(numbers[at + 2]!),
      chipTemperature: numberOrNull(numbers[at + 3]!),
      signal: numberOrNull(numbers[at + 4]!),
      rows: { length, values: numbers.subarray(start, end) },
    })
    at = end
  }
  return requests
}

/** `others` are those that are not simply stored. */
export function packOutcomes(outcomes: readonly IngestOutcome[]): PackedOutcomes {
  const numbers = new Float64Array(outcomes.length * OUTCOME)
  const others: [number, IngestOutcome][] = []
  outcomes.forEach((outcome, i) => {
    if (outcome.status === 'stored' && outcome.rejected.length === 0 && !outcome.firmware && !outcome.nextKey) {
      numbers.set([outcome.accepted, outcome.duplicates, outcome.updateInterval], i * OUTCOME)
    } else {
      others.push([i, outcome])
    }
  })
  return { numbers, others }
}

export function unpackOutcomes({ numbers, others }: PackedOutcomes): IngestOutcome[] {
  const outcomes: IngestOutcome[] = []
  for (let at = 0; at < numbers.length; at += OUTCOME) {
    const [accepted, duplicates, updateInterval] = [numbers[at]!, numbers[at + 1]!, numbers[at + 2]!]
    const nothingElse = { rejected: [], firmware: null, nextKey: null }
    outcomes.push({ status: 'stored', accepted, duplicates, updateInterval, ...nothingElse })
  }
  for (const [i, outcome] of others) outcomes[i] = outcome
  return outcomes
}
