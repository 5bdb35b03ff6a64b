import { expect, test } from 'vitest'
import { requireOneSms } from './require-one-sms.ts'

test('a text of one SMS passes, a longer one is refused with its size', () => {
  expect(() => requireOneSms('ü'.repeat(160))).not.toThrow()
  expect(() => requireOneSms('ê'.repeat(71))).toThrow(
    expect.objectContaining({ status: 400, code: 'sms_too_long', values: { used: 71, limit: 70 } }),
  )
})
