import { expect, test } from 'vitest'
import { encodeTile } from '#domain/hives/tile-codec.ts'
import { mergeRaw } from '#domain/hives/tile-merge.ts'
import { encodeContainer } from '#domain/hives/timeline-container.ts'
import { ABSENT, emptyRawTile } from '#domain/hives/timeline-tile.ts'
import { hoursAround, weightsOf } from './alarm-curve-query.ts'

const day = Date.UTC(2026, 4, 20) / 1000
const HOUR = 3600

function container(days: { from: number; time: number[]; weight: number[] }[]): Uint8Array {
  const tiles = days.map(({ from, time, weight }) => {
    const { tile } = mergeRaw(emptyRawTile(from), { length: time.length, time, columns: { weight } })
    return { seriesId: 11, from, bytes: encodeTile(tile) }
  })
  return encodeContainer({ level: 'raw', cursor: 1, tiles })
}

test('the hours are six before the first sign and six after it was seen', () => {
  const span = hoursAround({ startedAt: '2026-05-20T12:00:00.000Z', detectedAt: '2026-05-20T13:30:00.000Z' })
  expect(span).toEqual({ from: day + 6 * HOUR, to: day + 19.5 * HOUR })
})

test('the weights of the span come in kg, over midnight, without what is missing', () => {
  const bytes = container([
    { from: day, time: [day + HOUR, day + 22 * HOUR, day + 23 * HOUR], weight: [40_000, 41_000, ABSENT] },
    { from: day + 24 * HOUR, time: [day + 25 * HOUR, day + 40 * HOUR], weight: [38_500, 39_000] },
  ])
  expect(weightsOf(bytes, { from: day + 12 * HOUR, to: day + 30 * HOUR })).toEqual({
    time: [day + 22 * HOUR, day + 25 * HOUR],
    weight: [41, 38.5],
  })
})
