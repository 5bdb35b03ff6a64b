import { expect, test } from 'vitest'
import { isNewer, newestFirst } from './compare-versions.ts'

const endless = '1.0.20261128143726123'

test.each([
  ['1.4.3', '1.4.2', true],
  ['v1.10.0+7', '1.9.0', true],
  ['1.4.2', '1.4.2', false],
  ['1.4.2-beta', '1.4.2', false],
  [null, '1.4.2', false],
  ['unknown', '1.4.2', false],
  [endless, '1.0.0', false],
  ['1.0.0', endless, false],
])('that %j is newer than %j: %s', (reported, version, is) => {
  expect(isNewer(reported, version)).toBe(is)
})

test('the newest comes first, and versions that cannot be compared come last', () => {
  const sorted = ['1.0.0', endless, '1.10.0', '2.0.0-beta.1', '1.9.0'].sort(newestFirst)
  expect(sorted).toEqual(['2.0.0-beta.1', '1.10.0', '1.9.0', '1.0.0', endless])
})
