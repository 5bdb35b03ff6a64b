import * as v from 'valibot'
import { type FieldFault, shownValue } from '#domain/hives/doctor/field-fault.ts'
import { IngestBody } from '#domain/hives/ingest-message.ts'
import { READINGS_MAXIMUM, VERSION_CHARACTERS } from '#domain/hives/reading.ts'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { issueOf } from '../../../platform/http/issue-of.ts'
import type { WatchedClock } from '../../../platform/runtime/clock.ts'
import type { IngestRequest } from './ingest-request.ts'
import { type ParsedReadings, parseReadings } from './parse-readings.ts'
import { parseStations, type StationReading, stationValue } from './parse-stations.ts'
import { NO_STATIONS } from './station-rows.ts'

type Parsed = Omit<ParsedReadings, 'rows'> & { request: Omit<IngestRequest, 'deviceKeyHash' | 'subscriptions'> }

const { battery: _, chipTemperature: __, signal: ___, softwareVersion: ____, ...demanded } = IngestBody.entries
const TEXT_CHARACTERS = 1000
const anything = v.optional(v.unknown())
/** What a request needs to be usable. Everything else about the transmitter is checked value by value. */
export const Envelope = v.strictObject({
  ...demanded,
  battery: anything,
  chipTemperature: anything,
  signal: anything,
  softwareVersion: anything,
})
type Envelope = v.InferOutput<typeof Envelope>

/**
 * Checks the body of an ingest request, and what its transmitter measured of itself (`stations`). Throws if it is refused as a
 * whole; faults in parts of it are listed.
 */
export function parseRequest(
  body: unknown,
  clock: Pick<WatchedClock, 'now' | 'latest'>,
  stations: readonly StationReading[] = [],
): Parsed {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError(400, 'invalid_body')
  if (tooManyReadings(body)) throw new AppError(413, 'readings_too_many')
  const envelope = isEnvelope(body) ? body : checked(body)
  const { readings, imei, imsi, softwareVersion } = envelope
  const faults: FieldFault[] = []
  const leaveOut: Parameters<typeof stationValue>[2] = (...what) => void faults.push(faultOf(...what))
  const battery = stationValue('battery', envelope.battery, leaveOut)
  const chipTemperature = stationValue('chipTemperature', envelope.chipTemperature, leaveOut)
  const signal = stationValue('signal', envelope.signal, leaveOut)
  const isVersion = typeof softwareVersion === 'string' && softwareVersion.length <= VERSION_CHARACTERS
  if (softwareVersion != null && !isVersion) {
    faults.push(faultOf('softwareVersion', 'software_version_invalid', softwareVersion))
  }
  const receivedAt = clock.now()
  const latest = Math.floor(clock.latest() / 1000)
  const found = parseReadings(readings, latest)
  const measured = stations.length > 0 && parseStations(stations, { now: Math.floor(receivedAt / 1000), latest })
  if (measured) faults.push(...measured.faults)
  return {
    request: {
      imei,
      imsi,
      receivedAt,
      battery,
      chipTemperature,
      signal,
      stations: measured ? measured.rows : NO_STATIONS,
      softwareVersion: isVersion ? softwareVersion : null,
      rows: found.rows,
    },
    rejected: found.rejected,
    newest: found.newest,
    faults: faults.length === 0 ? found.faults : [...faults, ...found.faults],
  }
}

const names = new Set(Object.keys(Envelope.entries))
const FIFTEEN_DIGITS = /^\d{15}$/

/** The same check as the schema, but many times faster, since nearly all requests pass. If it fails, the schema tells why. */
export function isEnvelope(body: object): body is Envelope {
  for (const name in body) if (!names.has(name)) return false
  const { imei, imsi, readings } = body as Record<string, unknown>
  return isFifteenDigits(imei) && isFifteenDigits(imsi) && Array.isArray(readings)
}

const isFifteenDigits = (value: unknown) => typeof value === 'string' && FIFTEEN_DIGITS.test(value)

function checked(body: object): Envelope {
  const parsed = v.safeParse(Envelope, body)
  if (!parsed.success) throw refusal(parsed.issues)
  return parsed.output
}

const tooManyReadings = (body: object) =>
  'readings' in body && Array.isArray(body.readings) && body.readings.length > READINGS_MAXIMUM

/** Nested lists and very long texts are not failed sensor values, but another form of body. */
const isForeign = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some((inner) => typeof inner === 'object' && inner !== null)
    : typeof value === 'string' && value.length > TEXT_CHARACTERS

function faultOf(field: string, code: ErrorCode, value: unknown): FieldFault {
  if (isForeign(value)) throw new AppError(400, 'invalid_body')
  return { index: null, channel: 0, field, code, value: shownValue(value), isWhole: false }
}

function refusal(issues: v.InferIssue<typeof Envelope>[]): AppError {
  const codeByPath: Record<string, ErrorCode> = { imei: 'imei_missing', imsi: 'imsi_missing' }
  const paths = issues.map((issue) => v.getDotPath(issue) ?? '')
  const code = issues.some((issue) => issue.expected === 'never')
    ? 'unknown_key'
    : (codeByPath[paths[0] ?? ''] ?? 'invalid_body')
  return new AppError(400, code, {
    issues: issues.map((issue) => issueOf(issue)),
  })
}
