import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Envelope, isEnvelope } from './parse-request.ts'

const imei = fc.constantFrom('123456789012345', '12345678901234', '1234567890123456', ' 123456789012345', 1, null)
const envelope = fc.record(
  { imei, imsi: imei, readings: fc.constantFrom([], [1], {}, null, 'text'), battery: fc.anything(), extra: fc.nat() },
  { requiredKeys: [] },
)

test('the quick check accepts what the schema accepts', () => {
  const good = { imei: '123456789012345', imsi: '123456789012345', readings: [{}], signal: -71, softwareVersion: null }
  expect(isEnvelope(good)).toBe(true)
  fc.assert(
    fc.property(fc.oneof(envelope, fc.constant(good)), (body) => {
      expect(isEnvelope(body)).toBe(v.is(Envelope, body))
    }),
    { numRuns: 2000, examples: [[good]] },
  )
})
