import * as v from 'valibot'
import { type FieldFault, shownValue } from '#domain/hives/field-fault.ts'
import { IngestBody } from '#domain/hives/ingest-message.ts'
import { READINGS_MAXIMUM, stationLimits, VERSION_CHARACTERS } from '#domain/hives/reading.ts'
import { centiFromCelsius, millivoltsFromVolts } from '#domain/hives/units.ts'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { issueOf } from '../../../platform/http/issue-of.ts'
import type { WatchedClock } from '../../../platform/runtime/clock.ts'
import type { IngestRequest } from './ingest-request.ts'
import { type ParsedReadings, parseReadings } from './parse-readings.ts'

type Parsed = Omit<ParsedReadings, 'rows'> & { request: Omit<IngestRequest, 'deviceKeyHash' | 'subscriptions'> }

const { battery: _, chipTemperature: __, signal: ___, softwareVersion: ____, ...demanded } = IngestBody.entries
const TEXT_CHARACTERS = 1000
const anything = v.optional(v.unknown())
/** What makes a request unusable. What else it says of the transmitter is checked value by value. */
export const Envelope = v.strictObject({
  ...demanded,
  battery: anything,
  chipTemperature: anything,
  signal: anything,
  softwareVersion: anything,
})
type Envelope = v.InferOutput<typeof Envelope>

/** Checks the body of an ingest request. Throws where it is refused whole; what is wrong with a part of it is listed. */
export function parseRequest(body: unknown, clock: Pick<WatchedClock, 'now' | 'latest'>): Parsed {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError(400, 'invalid_body')
  if (tooManyReadings(body)) throw new AppError(413, 'readings_too_many')
  const envelope = isEnvelope(body) ? body : checked(body)
  const { readings, imei, imsi, softwareVersion } = envelope
  const faults: FieldFault[] = []
  const battery = stationValue('battery', envelope.battery, faults)
  const chipTemperature = stationValue('chipTemperature', envelope.chipTemperature, faults)
  const signal = stationValue('signal', envelope.signal, faults)
  const isVersion = typeof softwareVersion === 'string' && softwareVersion.length <= VERSION_CHARACTERS
  if (softwareVersion != null && !isVersion) {
    faults.push(faultOf('softwareVersion', 'software_version_invalid', softwareVersion))
  }
  const found = parseReadings(readings, Math.floor(clock.latest() / 1000))
  return {
    request: {
      imei,
      imsi,
      receivedAt: clock.now(),
      battery: battery === null ? null : millivoltsFromVolts(battery),
      chipTemperature: chipTemperature === null ? null : centiFromCelsius(chipTemperature),
      signal: signal === null ? null : Math.round(signal),
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

/** The same as the schema, and many times quicker: nearly all requests pass. Of one that does not the schema says why. */
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

const stationCodes = {
  battery: ['battery_invalid', 'battery_out_of_range'],
  chipTemperature: ['chip_temperature_invalid', 'chip_temperature_out_of_range'],
  signal: ['signal_invalid', 'signal_out_of_range'],
} as const satisfies Record<keyof typeof stationLimits, readonly [ErrorCode, ErrorCode]>

/** Null for what is not there, and for what is left out. */
function stationValue(field: keyof typeof stationLimits, value: unknown, faults: FieldFault[]): number | null {
  if (value === undefined || value === null) return null
  const [minimum, maximum] = stationLimits[field]
  const [invalid, outOfRange] = stationCodes[field]
  const isNumber = typeof value === 'number' && Number.isFinite(value)
  if (isNumber && value >= minimum && value <= maximum) return value
  faults.push(faultOf(field, isNumber ? outOfRange : invalid, value))
  return null
}

/** Lists in lists and pages of text are no value that a sensor failed to read, but another form of body. */
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
