import { expect, test } from 'vitest'
import { versionInName } from './version-in-name.ts'

test.each([
  ['hive-1.4.2.bin', '1.4.2'],
  ['hive-v2.0.0-beta.1.elf', '2.0.0-beta.1'],
  ['1.4.2-release.hex', '1.4.2'],
  ['firmware.bin', ''],
  ['hive-1.4.bin', ''],
  ['hive-01.4.2.bin', ''],
])('%s holds %j', (name, version) => {
  expect(versionInName(name)).toBe(version)
})
