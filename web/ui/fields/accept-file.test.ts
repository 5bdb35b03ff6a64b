import { expect, it } from 'vitest'
import { acceptsFile } from './accept-file.ts'

it.each([
  ['', 'a.txt', 'text/plain', true],
  ['.bin', 'Firmware.BIN', '', true],
  ['.bin', 'bin', '', false],
  ['.hex, .bin', 'a.bin', '', true],
  ['image/*', 'a.png', 'image/png', true],
  ['image/*', 'a.txt', 'text/plain', false],
  ['application/json', 'a.json', 'application/json', true],
  ['application/json', 'a.json', 'text/plain', false],
])('for accept "%s" and %s of type "%s": %s', (accept, name, type, accepted) => {
  expect(acceptsFile(accept, { name, type })).toBe(accepted)
})
