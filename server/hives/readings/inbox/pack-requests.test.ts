import { expect, test } from 'vitest'
import { FIELDS_A_ROW } from '#domain/hives/reading.ts'
import type { IngestOutcome, IngestRequest } from '../request/ingest-request.ts'
import { NO_STATIONS } from '../request/station-rows.ts'
import { packOutcomes, packRequests, unpackOutcomes, unpackRequests } from './pack-requests.ts'

const request = (of: Partial<IngestRequest> & { readings: number }): IngestRequest => {
  const { readings, ...said } = of
  const unsaid = { battery: null, chipTemperature: null, signal: null, softwareVersion: null, stations: NO_STATIONS }
  const rows = { length: readings, values: Float64Array.from({ length: readings * FIELDS_A_ROW }, (_, i) => i / 8) }
  const names = { deviceKeyHash: 'a'.repeat(64), imei: '000000000000001', imsi: '000000000000002' }
  return { ...names, ...unsaid, receivedAt: 1_778_400_000_000, subscriptions: false, rows, ...said }
}

const requests: IngestRequest[] = [
  request({ readings: 2, battery: 3912, signal: -71, subscriptions: true }),
  request({ readings: 0, softwareVersion: 'line\nbreak\n', stations: new Float64Array([7, 3912, Number.NaN, -71]) }),
  request({ readings: 1, chipTemperature: -150, deviceKeyHash: 'b'.repeat(64), softwareVersion: '' }),
]

test('requests reach the writer unchanged', () => {
  expect(unpackRequests(packRequests(requests))).toEqual(requests)
  expect(unpackRequests(packRequests([]))).toEqual([])
})

test('spare room in rows is not sent', () => {
  const roomy = request({ readings: 3 })
  roomy.rows.length = 1
  const [crossed] = unpackRequests(packRequests([roomy, requests[0]!]))
  expect(crossed!.rows).toEqual({ length: 1, values: roomy.rows.values.slice(0, FIELDS_A_ROW) })
})

test('outcomes come back in the order of their requests', () => {
  const stored = (accepted: number) => ({
    ...{ status: 'stored' as const, controllerId: 7, accepted, duplicates: 1, rejected: [], updateInterval: 6 },
    ...{ firmware: null, nextKey: null },
  })
  const outcomes: IngestOutcome[] = [
    stored(8),
    { status: 'refused', code: 'device_key_wrong' },
    { ...stored(1), rejected: [{ index: 2, code: 'scale_archived' }] },
    { status: 'expired', updateInterval: 1 },
    stored(0),
  ]
  expect(unpackOutcomes(packOutcomes(outcomes))).toEqual(outcomes)
})
