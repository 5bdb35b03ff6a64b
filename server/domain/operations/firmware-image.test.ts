import { expect, test } from 'vitest'
import { firmwareKind } from './firmware-image.ts'

const image = (...begin: number[]) => Uint8Array.from({ length: 512 }, (_, i) => begin[i] ?? 0)
const words = (...begin: number[]) => new Uint8Array(Uint32Array.from({ length: 128 }, (_, i) => begin[i] ?? 0).buffer)
const text = (lines: string[]) => new TextEncoder().encode(lines.join('\r\n'))

const uf2 = words(0x0a324655, 0x9e5d5157)
new DataView(uf2.buffer).setUint32(508, 0x0ab16f30, true)

/** An Intel HEX record with its checksum. */
function record(address: number, type: number, bytes: number[]): string {
  const all = [bytes.length, address >> 8, address & 255, type, ...bytes]
  const sum = -all.reduce((total, byte) => total + byte, 0) & 255
  return `:${[...all, sum].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`.toUpperCase()
}
const rows = [0, 1, 2, 3].map((row) => record(row * 16, 0, Array(16).fill(row)))
const end = record(0, 1, [])

test.each([
  ['ESP32', image(0xe9, 3, 2, 0x20), 'esp'],
  ['ELF', image(0x7f, 0x45, 0x4c, 0x46), 'elf'],
  ['UF2', uf2, 'uf2'],
  ['MCUboot', words(0x96f3b83d), 'mcuboot'],
  ['Intel HEX', text([...rows, end, '']), 'intelHex'],
  ['a vector table of Cortex-M', words(0x2000_8000, 0x0800_0145, 0x0800_014b, 0x0800_014d), 'cortexM'],
  [
    'jumps of AVR',
    image(...[0x0c, 0x94, 0x72, 0], ...[0x0c, 0x94, 0x9a, 0], ...Array(4).fill([0x0c, 0x94, 0, 0]).flat()),
    'avr',
  ],
])('%s is recognized', (_, bytes, kind) => {
  expect(firmwareKind(bytes)).toBe(kind)
})

test.each([
  ['nothing', new Uint8Array()],
  ['zeros', image()],
  ['the first bytes alone', image(0xe9, 3, 2, 0x20).subarray(0, 24)],
  ['a magic byte without segments', image(0xe9, 0)],
  ['more segments than there are', image(0xe9, 17)],
  ['a picture', image(0x89, 0x50, 0x4e, 0x47)],
  ['a zip', image(0x50, 0x4b, 3, 4)],
  ['a page', text(['<!doctype html>', ...Array(20).fill('<p>hello</p>')])],
  ['UF2 that is cut', uf2.subarray(0, 300)],
  ['HEX that is cut', text(rows)],
  ['HEX with a wrong sum', text([...rows, end.replace('FF', 'FE')])],
  ['HEX with a letter that is none', text([rows[0]!.replace('0', 'G'), ...rows, end])],
  ['a stack outside of memory', words(0x0800_8000, 0x0800_0145, 0x0800_014b, 0x0800_014d)],
  ['a handler that is no Thumb', words(0x2000_8000, 0x0800_0144, 0x0800_014b, 0x0800_014d)],
])('%s is not firmware', (_, bytes) => {
  expect(firmwareKind(bytes)).toBeUndefined()
})

test('an image is recognized inside a larger buffer', () => {
  const large = new Uint8Array(1024)
  large.set(words(0x2000_8000, 0x0800_0145, 0x0800_014b, 0x0800_014d), 100)
  expect(firmwareKind(large.subarray(100, 612))).toBe('cortexM')
})
