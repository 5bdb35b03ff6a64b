import { describe, expect, it } from 'vitest'
import { replaceDays, rollUpDay, rollUpHour } from '#domain/hives/tiles/tile-roll-up.ts'
import { emptyCoarseTile, type RawTile, type Tile } from '#domain/hives/tiles/timeline-tile.ts'
import { makePoints } from '../../../../charts/points/points.ts'
import { tilePoints } from '../tiles/tile-points.ts'
import { weightCorrection } from './weight-correction.ts'

const DAY = 86_400
const HOUR = 3600
/** One day, a reading every 10 minutes: 30 kg plus 1 g per reading, 5 kg of feed at 10:20, 2 kg removed at 10:40. */
const raw: RawTile = {
  level: 'raw',
  from: 0,
  length: 144,
  time: Int32Array.from({ length: 144 }, (_, i) => i * 600),
  columns: {
    weight: Int32Array.from({ length: 144 }, (_, i) => 30_000 + i + (i >= 62 ? 5000 : 0) - (i >= 64 ? 2000 : 0)),
  },
}
const jumps = [
  { time: 64 * 600, changeGrams: -2000 },
  { time: 62 * 600, changeGrams: 5000 },
]
const hours: Tile = replaceDays(emptyCoarseTile('hour', 0), [{ day: 0, buckets: rollUpHour(raw) }])
const days: Tile = replaceDays(emptyCoarseTile('day', 0), [{ day: 0, buckets: rollUpDay(raw) }])

const netOf = (tile: Tile, anchor = 0) =>
  tilePoints([{ tile, from: 0, to: DAY }], 'weight', 10 * DAY, weightCorrection({ jumps, anchor }, undefined))
const grams = (values: Float64Array | undefined) => [...(values ?? [])].map((kg) => Math.round(kg * 1000))

describe('a net curve', () => {
  it('has no step at any level', () => {
    expect(grams(netOf(raw).value)).toEqual(Array.from({ length: 144 }, (_, i) => 30_000 + i))
    const onTheHour = Array.from({ length: 24 }, (_, hour) => 30_000 + 6 * hour)
    expect(grams(netOf(hours).value)).toEqual([...onTheHour, 30_143])
    expect(grams(netOf(days).value)).toEqual([30_143])
  })

  it('has no step in the extremes of its buckets', () => {
    const { low, high } = netOf(hours)
    expect(grams(low).slice(10, 13)).toEqual([30_054, 30_060, 30_066])
    expect(grams(high).slice(10, 13)).toEqual([30_060, 30_066, 30_072])
  })

  it('equals the measured curve at its anchor', () => {
    expect(grams(netOf(raw, 12 * HOUR).value).slice(60, 66)).toEqual([33_060, 33_061, 33_062, 33_063, 33_064, 33_065])
    expect(grams(netOf(raw, 62 * 600).value)[62], 'a reading at the anchor itself is as measured').toBe(35_062)
  })

  it('is not needed if there is nothing to take out', () => {
    expect(weightCorrection({ jumps: [], anchor: 0 }, undefined)).toBeUndefined()
    expect(weightCorrection(undefined, undefined)).toBeUndefined()
  })
})

describe('a curve without the temperature', () => {
  const temperature = makePoints(Float64Array.of(0, 2 * HOUR), Float64Array.of(10, 30))
  const correction = weightCorrection(undefined, { gramsPerKelvin: 12, referenceTemperature: 20, temperature })!

  // calculated by hand: after one hour it is 20 °C, the reference; 10 K colder before, the scale shows 120 g too little, 10 K warmer after, too much
  it.each([
    [0, -0.12],
    [HOUR, 0],
    [HOUR + HOUR / 2, 0.06],
    [5 * HOUR, 0.12],
  ])('at %d s loses %d kg', (at, kg) => {
    expect(correction.kg(at, at + 1)).toBeCloseTo(kg, 9)
    expect(correction.steps(at, at + HOUR)).toBe(false)
  })

  it('is as measured while no temperature is known', () => {
    const none = {
      gramsPerKelvin: 12,
      referenceTemperature: 20,
      temperature: makePoints(new Float64Array(0), new Float64Array(0)),
    }
    expect(weightCorrection(undefined, none)!.kg(0, 1)).toBe(0)
  })
})
