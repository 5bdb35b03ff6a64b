import { expect, test } from 'vitest'
import { decodeContainer, encodeContainer } from './timeline-container.ts'
import { TileError } from './timeline-tile.ts'

const container = {
  level: 'hour' as const,
  cursor: 2 ** 40 + 7,
  tiles: [
    { seriesId: 12, from: 1_746_057_600, bytes: Uint8Array.of(1, 2, 3) },
    { seriesId: -7, from: 4_102_444_800, bytes: new Uint8Array(0) },
  ],
}

test('a container survives a round trip, even inside a larger buffer', () => {
  const bytes = encodeContainer(container)
  const larger = new Uint8Array(bytes.length + 5)
  larger.set(bytes, 5)
  expect(decodeContainer(larger.subarray(5))).toEqual(container)
})

test('an answer without tiles takes ten bytes', () => {
  expect(encodeContainer({ ...container, tiles: [] })).toHaveLength(10)
})

test('truncated or invalid containers are refused', () => {
  const bytes = encodeContainer(container)
  const ends = [10, 25, bytes.length]
  for (let length = 0; length < bytes.length; length++) {
    if (ends.includes(length)) continue
    expect(() => decodeContainer(bytes.subarray(0, length))).toThrow(TileError)
  }
  expect(() => decodeContainer(Uint8Array.of(2, ...bytes.subarray(1)))).toThrow(TileError)
  expect(() => decodeContainer(Uint8Array.of(1, 3, ...bytes.subarray(2)))).toThrow(TileError)
})
