import { expect, test } from 'vitest'
import { encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { mergeRaw } from '#domain/hives/tiles/tile-merge.ts'
import { encodeContainer } from '#domain/hives/tiles/timeline-container.ts'
import { ABSENT, emptyRawTile } from '#domain/hives/tiles/timeline-tile.ts'
import { lastDays, vitalsOf } from './vitals-query.ts'

const day = Date.UTC(2026, 4, 20) / 1000

test('battery is in V and signal in dBm, without missing values and those outside the span', () => {
  const { tile } = mergeRaw(emptyRawTile(day), {
    length: 4,
    time: [day + 60, day + 3600, day + 7200, day + 80_000],
    columns: { battery: [3900, 3890, ABSENT, 3700], signal: [-71, ABSENT, -90, -99] },
  })
  const tiles = [{ seriesId: -3, from: day, bytes: encodeTile(tile) }]
  const { battery, signal } = vitalsOf(encodeContainer({ level: 'raw', cursor: 1, tiles }), {
    from: day + 60,
    to: day + 7200,
  })
  expect([[...battery.time], [...battery.value]]).toEqual([
    [day + 60, day + 3600],
    [3.9, 3.89],
  ])
  expect([[...signal.time], [...signal.value]]).toEqual([
    [day + 60, day + 7200],
    [-71, -90],
  ])
})

test('the span ends where a transmitter was last heard', () => {
  const now = (day + 86_400) * 1000
  expect(lastDays(30, '2026-05-20T10:20:00.000Z', now)).toEqual({ from: day + 39_600 - 30 * 86_400, to: day + 39_600 })
  expect(lastDays(1, null, now)).toEqual({ from: day, to: day + 86_400 })
})
