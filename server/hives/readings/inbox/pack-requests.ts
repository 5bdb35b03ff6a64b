import { FIELDS_A_ROW } from '#domain/hives/reading.ts'
import type { IngestOutcome, IngestRequest } from '../request/ingest-request.ts'
import { NO_STATIONS } from '../request/station-rows.ts'

/*
 * A batch on its way between threads. Copying many small objects or strings costs more than everything else about a request, so a
 * batch is passed as one string and one array of numbers.
 */

/** `names`: key hash, IMEI and IMSI of each request, one line each. `versions`: those that were sent, with the index of their request. */
export type PackedRequests = { names: string; versions: [number, string][]; numbers: Float64Array }
export type PackedOutcomes = { numbers: Float64Array; others: [number, IngestOutcome][] }

const NAMES = 3
const HEAD = 7
const OUTCOME = 4

const numberOrNaN = (value: number | null) => value ?? Number.NaN
const numberOrNull = (value: number) => (Number.isNaN(value) ? null : value)

export function packRequests(requests: readonly IngestRequest[]): PackedRequests {
  let size = 0
  for (const { rows, stations } of requests) size += HEAD + FIELDS_A_ROW * rows.length + stations.length
  const numbers = new Float64Array(size)
  const versions: [number, string][] = []
  let names = ''
  let at = 0
  for (let i = 0; i < requests.length; i++) {
    const request = requests[i]!
    const { rows, stations } = request
    names += `${request.deviceKeyHash}\n${request.imei}\n${request.imsi}\n`
    if (request.softwareVersion !== null) versions.push([i, request.softwareVersion])
    numbers[at++] = request.receivedAt
    numbers[at++] = request.subscriptions ? 1 : 0
    numbers[at++] = numberOrNaN(request.battery)
    numbers[at++] = numberOrNaN(request.chipTemperature)
    numbers[at++] = numberOrNaN(request.signal)
    numbers[at++] = stations.length
    numbers[at++] = rows.length
    // Most arrays have spare room, which has to be cut off.
    const filled = rows.length * FIELDS_A_ROW
    numbers.set(rows.values.length === filled ? rows.values : rows.values.subarray(0, filled), at)
    at += filled
    if (stations.length > 0) numbers.set(stations, at)
    at += stations.length
  }
  return { names, versions, numbers }
}

/** Restores the requests; their rows are views of the one array. */
export function unpackRequests({ names, versions, numbers }: PackedRequests): IngestRequest[] {
  const requests: IngestRequest[] = []
  const lines = names.split('\n')
  let at = 0
  for (let line = 0; line + NAMES < lines.length; line += NAMES) {
    const length = numbers[at + HEAD - 1]!
    const start = at + HEAD
    const end = start + length * FIELDS_A_ROW
    const measured = numbers[at + HEAD - 2]!
    requests.push({
      deviceKeyHash: lines[line]!,
      imei: lines[line + 1]!,
      imsi: lines[line + 2]!,
      softwareVersion: null,
      receivedAt: numbers[at]!,
      subscriptions: numbers[at + 1] === 1,
      battery: numberOrNull(numbers[at + 2]!),
      chipTemperature: numberOrNull(numbers[at + 3]!),
      signal: numberOrNull(numbers[at + 4]!),
      rows: { length, values: numbers.subarray(start, end) },
      stations: measured === 0 ? NO_STATIONS : numbers.subarray(end, end + measured),
    })
    at = end + measured
  }
  for (const [i, version] of versions) requests[i]!.softwareVersion = version
  return requests
}

/** `others`: those that were not simply stored. */
export function packOutcomes(outcomes: readonly IngestOutcome[]): PackedOutcomes {
  const numbers = new Float64Array(outcomes.length * OUTCOME)
  const others: [number, IngestOutcome][] = []
  outcomes.forEach((outcome, i) => {
    if (outcome.status === 'stored' && outcome.rejected.length === 0 && !outcome.firmware && !outcome.nextKey) {
      const { controllerId, accepted, duplicates, updateInterval } = outcome
      numbers.set([controllerId, accepted, duplicates, updateInterval], i * OUTCOME)
    } else {
      others.push([i, outcome])
    }
  })
  return { numbers, others }
}

export function unpackOutcomes({ numbers, others }: PackedOutcomes): IngestOutcome[] {
  const outcomes: IngestOutcome[] = []
  for (let at = 0; at < numbers.length; at += OUTCOME) {
    outcomes.push({
      status: 'stored',
      controllerId: numbers[at]!,
      accepted: numbers[at + 1]!,
      duplicates: numbers[at + 2]!,
      updateInterval: numbers[at + 3]!,
      rejected: [],
      firmware: null,
      nextKey: null,
    })
  }
  for (const [i, outcome] of others) outcomes[i] = outcome
  return outcomes
}
