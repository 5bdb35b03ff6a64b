import { describeRoute } from 'hono-openapi'
import * as v from 'valibot'
import { IngestBody, IngestReply, Reading } from '#domain/hives/ingest-message.ts'
import { READINGS_MAXIMUM } from '#domain/hives/reading.ts'
import { answered, taken } from '../../platform/http/schemas/answers.ts'

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

const Body = v.strictObject({
  ...IngestBody.entries,
  readings: v.pipe(v.array(Reading), v.maxLength(READINGS_MAXIMUM)),
})

/** API documentation of the request that transmitters make. */
export const describeIngest = describeRoute({
  tags: ['ingest'],
  summary: 'Readings from a transmitter; after a 200 they are stored',
  description:
    'Plain or gzip. Each value is checked separately: impossible values are left out and listed under leftOut (with index null for values about the transmitter itself), and the rest of the reading is kept. Only a reading without a usable time or channel, or with nothing left, is listed under rejected; the other readings are not affected. Times are ISO 8601 with their zone (Z, +02:00, +0200 or +02). firmware names a version that the transmitter should have and does not report in softwareVersion: { version, url, sha256 }, to be downloaded with the same device key. deviceKey, if present, is a new key: the transmitter should use it from now on, and the old key stays valid until it does.',
  security: [{ deviceKey: [] }],
  requestBody: { required: true, content: { 'application/json': taken(Body, example) } },
  responses: { 200: answered(IngestReply, reply) },
})
