import semver from 'semver'
import { expect, test } from 'vitest'
import { isVersion, plainVersion } from './firmware.ts'

test.each([
  ['1.4.2', '1.4.2'],
  [' 1.4.2 ', '1.4.2'],
  ['v1.4.2', '1.4.2'],
  ['1.4.2+build.7', '1.4.2'],
  ['2.0.0-beta.1', '2.0.0-beta.1'],
  ['2.0.0-RC-1+a', '2.0.0-RC-1'],
  ['0.0.0', '0.0.0'],
])('%j is the version %s, as in the specification', (text, version) => {
  expect(plainVersion(text)).toBe(version)
  expect(semver.valid(text)).toBe(version)
})

test.each(['', '1', '1.4', '1.4.2.1', '01.4.2', '1.4.2-', '1.4.2-01', '1.4.2+', 'beta', '-1.0.0', '1.4.x', '../1.4.2'])(
  '%j is no version',
  (text) => {
    expect(plainVersion(text)).toBeUndefined()
    expect(semver.valid(text)).toBeNull()
  },
)

test.each(['9007199254740992.0.0', '1.9007199254740992.0', '1.0.20261128143726123', '999999999999999999999.0.0'])(
  '%j cannot be compared, as the reference says; one that has it already is known by it',
  (text) => {
    expect(plainVersion(text)).toBeUndefined()
    expect(semver.valid(text)).toBeNull()
    expect(isVersion(`v${text}`, text)).toBe(true)
  },
)

test('a version may contain the largest number that can be compared', () => {
  expect(plainVersion('1.0.9007199254740991')).toBe(semver.valid('1.0.9007199254740991'))
})

test('a version is not longer than a transmitter may report', () => {
  expect(plainVersion(`1.4.2-${'a'.repeat(34)}`)).toHaveLength(40)
  expect(plainVersion(`1.4.2-${'a'.repeat(35)}`)).toBeUndefined()
})

test.each([
  ['1.4.2', true],
  ['v1.4.2', true],
  ['1.4.2+abc', true],
  ['1.4.3', false],
  ['1.4.2-beta', false],
  ['unknown', false],
  [null, false],
])('a transmitter that reports %j runs 1.4.2: %s', (reported, is) => {
  expect(isVersion(reported, '1.4.2')).toBe(is)
})
