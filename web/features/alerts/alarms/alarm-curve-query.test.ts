import { expect, test } from 'vitest'
import { encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { mergeRaw } from '#domain/hives/tiles/tile-merge.ts'
import { encodeContainer } from '#domain/hives/tiles/timeline-container.ts'
import { ABSENT, emptyRawTile } from '#domain/hives/tiles/timeline-tile.ts'
import { changeSince, hoursAround, weightsOf } from './alarm-curve-query.ts'

const day = Date.UTC(2026, 4, 20) / 1000
const HOUR = 3600

const alarm = { startedAt: '2026-05-20T12:00:00.000Z', detectedAt: '2026-05-20T13:30:00.000Z', endedAt: null }
const from = day + 6 * HOUR
const at = (hours: number) => (day + hours * HOUR) * 1000

function container(days: { from: number; time: number[]; weight: number[] }[]): Uint8Array {
  const tiles = days.map(({ from, time, weight }) => {
    const { tile } = mergeRaw(emptyRawTile(from), { length: time.length, time, columns: { weight } })
    return { seriesId: 11, from, bytes: encodeTile(tile) }
  })
  return encodeContainer({ level: 'raw', cursor: 1, tiles })
}

test('the hours are six before it began and six after it was detected', () => {
  expect(hoursAround({ ...alarm, endedAt: '2026-05-20T14:00:00.000Z' }, at(90))).toEqual({
    from,
    to: day + 19.5 * HOUR,
  })
})

test.each([
  [14, 19.5],
  [30, 30],
  [24 * 365, 13.5 + 72],
])('for an ongoing alarm they reach up to now, but at most three days: %i h', (now, to) => {
  expect(hoursAround(alarm, at(now))).toEqual({ from, to: day + to * HOUR })
})

test.each([
  [
    'as it was before in the middle, a spike aside',
    [11.4, 11.5, 11.8, 11.9, 12.5, 13],
    [40, 41, 45, 40.8, 39, 38.6],
    -2.4,
  ],
  ['unknown where nothing came before', [12.5, 13], [39, 38], undefined],
  ['unknown where nothing came since', [11.5, 11.9], [41, 41], undefined],
  ['unknown without readings', [], [], undefined],
])('the change in weight: %s', (_, hours, weight, change) => {
  const since = changeSince({ time: hours.map((hour) => day + hour * HOUR), weight }, alarm.startedAt)
  if (change === undefined) expect(since).toBeUndefined()
  else expect(since).toBeCloseTo(change)
})

test('the weights of the span are in kg, also across midnight, without missing values', () => {
  const bytes = container([
    { from: day, time: [day + HOUR, day + 22 * HOUR, day + 23 * HOUR], weight: [40_000, 41_000, ABSENT] },
    { from: day + 24 * HOUR, time: [day + 25 * HOUR, day + 40 * HOUR], weight: [38_500, 39_000] },
  ])
  expect(weightsOf(bytes, { from: day + 12 * HOUR, to: day + 30 * HOUR })).toEqual({
    time: [day + 22 * HOUR, day + 25 * HOUR],
    weight: [41, 38.5],
  })
})
