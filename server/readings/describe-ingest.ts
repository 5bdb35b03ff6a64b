import { describeRoute, resolver } from 'hono-openapi'
import { IngestBody } from '#domain/reading.ts'

const example = {
  imei: '356938035643809',
  imsi: '228011234567890',
  battery: 3.91,
  chipTemperature: 18.4,
  signal: -71,
  softwareVersion: '1.4.2',
  readings: [{ time: '2026-05-10T10:00:00Z', channel: 1, weight: 43.215, temperature: 34.6, humidity: 61 }],
}

const reply = {
  accepted: 1,
  duplicates: 0,
  rejected: [],
  time: '2026-05-10T10:00:03.000Z',
  updateInterval: 1,
  firmware: null,
}

/** What the API's description says of the call that a transmitter makes. */
export const describeIngest = describeRoute({
  tags: ['ingest'],
  summary: 'Readings of a transmitter; after a 200 they are stored',
  description:
    'Plain or gzip. A reading is checked by itself: a faulty one is listed under rejected, with its index and a code, and costs none beside it. firmware names a version that the transmitter is to have and does not report in softwareVersion: { version, url, sha256 }, to be loaded with the same device key.',
  security: [{ deviceKey: [] }],
  requestBody: { required: true, content: { 'application/json': { schema: resolver(IngestBody), example } } },
  responses: { 200: { description: 'What was taken', content: { 'application/json': { example: reply } } } },
})
