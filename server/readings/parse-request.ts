import * as v from 'valibot'
import type { ErrorCode } from '#domain/error-code.ts'
import { IngestBody, READINGS_MAXIMUM } from '#domain/reading.ts'
import { centiFromCelsius, millivoltsFromVolts } from '#domain/units.ts'
import { AppError } from '../http/app-error.ts'
import type { WatchedClock } from '../platform/clock.ts'
import type { IngestRequest } from './ingest-request.ts'
import { parseReadings } from './parse-readings.ts'

type Parsed = {
  request: Omit<IngestRequest, 'deviceKeyHash' | 'subscriptions'>
  rejected: ReturnType<typeof parseReadings>['rejected']
  /** The latest time in it, also where it was refused; epoch seconds. */
  newest: number | undefined
}

/** Checks the body of an ingest request. Throws where it is refused whole; single faulty readings are listed. */
export function parseRequest(body: unknown, clock: Pick<WatchedClock, 'now' | 'latest'>): Parsed {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError(400, 'invalid_body')
  if (tooManyReadings(body)) throw new AppError(413, 'readings_too_many')
  const parsed = v.safeParse(IngestBody, body)
  if (!parsed.success) throw refusal(parsed.issues)
  const { readings, imei, imsi, battery, chipTemperature, signal, softwareVersion } = parsed.output
  const { rows, rejected, newest } = parseReadings(readings, Math.floor(clock.latest() / 1000))
  return {
    request: {
      imei,
      imsi,
      receivedAt: clock.now(),
      battery: battery == null ? null : millivoltsFromVolts(battery),
      chipTemperature: chipTemperature == null ? null : centiFromCelsius(chipTemperature),
      signal: signal == null ? null : Math.round(signal),
      softwareVersion: softwareVersion ?? null,
      rows,
    },
    rejected,
    newest,
  }
}

const tooManyReadings = (body: object) =>
  'readings' in body && Array.isArray(body.readings) && body.readings.length > READINGS_MAXIMUM

function refusal(issues: v.InferIssue<typeof IngestBody>[]): AppError {
  const codeByPath: Record<string, ErrorCode> = { imei: 'imei_missing', imsi: 'imsi_missing' }
  const paths = issues.map((issue) => v.getDotPath(issue) ?? '')
  const code = issues.some((issue) => issue.expected === 'never')
    ? 'unknown_key'
    : (codeByPath[paths[0] ?? ''] ?? 'invalid_body')
  return new AppError(400, code, {
    issues: issues.map((issue, i) => ({ path: paths[i]!, message: issue.message.slice(0, 200) })),
  })
}
