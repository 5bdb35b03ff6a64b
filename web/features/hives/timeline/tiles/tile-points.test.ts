import { describe, expect, it } from 'vitest'
import { rollUpHour } from '#domain/hives/tiles/tile-roll-up.ts'
import { ABSENT, type CoarseTile, type RawTile, type Tile } from '#domain/hives/tiles/timeline-tile.ts'
import { deltaPerDay } from '../../../../charts/points/delta-per-day.ts'
import { tilePoints } from './tile-points.ts'

const DAY = 86_400
const later = 100 * DAY

const raw = (from: number, time: number[], weight: number[]): RawTile => ({
  level: 'raw',
  from,
  length: time.length,
  time: Int32Array.from(time),
  columns: { weight: Int32Array.from(weight), temperature: Int32Array.from(weight) },
})

const hours: CoarseTile = {
  level: 'hour',
  from: 0,
  length: 3,
  time: Int32Array.of(0, 3600, 7200),
  columns: {
    weightLast: Int32Array.of(2000, 3000, 4000),
    weightMin: Int32Array.of(1000, 2500, 3900),
    weightMax: Int32Array.of(2500, 3100, 4100),
    weightMean: Int32Array.of(1500, 2800, 4000),
    temperature: Int32Array.of(2000, ABSENT, 2100),
  },
}

describe('points from tiles', () => {
  it('continue from tile to tile in kg and epoch seconds, without missing values', () => {
    const first = raw(0, [0, 600, 1200], [40_000, ABSENT, 40_500])
    const second = raw(DAY, [0], [41_000])
    const points = tilePoints(
      [
        { tile: first, from: 0, to: DAY },
        { tile: second, from: DAY, to: 2 * DAY },
      ],
      'weight',
      later,
    )
    expect([...points.time]).toEqual([0, 1200, DAY])
    expect([...points.value]).toEqual([40, 40.5, 41])
    expect(points.low).toBeUndefined()
  })

  it('include only the requested part of a tile', () => {
    const points = tilePoints([{ tile: hours, from: 3600, to: 7200 }], 'weight', later)
    expect([...points.time]).toEqual([7200])
    expect([...points.value]).toEqual([3])
  })

  it('place the newest reading exactly on the hour if it was read then', () => {
    const points = tilePoints([{ tile: hours, from: 0, to: DAY }], 'weight', 7200)
    expect([...points.time]).toEqual([3600, 7200])
    expect([...points.value]).toEqual([2, 4])
    expect([...points.low!]).toEqual([1, 2.5])
    expect([...points.high!]).toEqual([2.5, 4.1])
  })

  it('place the last weight of a bucket at its end with its extremes, and a mean in its middle', () => {
    const weight = tilePoints([{ tile: hours, from: 0, to: DAY }], 'weight', later)
    expect([...weight.time]).toEqual([3600, 7200, 10_800])
    expect([...weight.value]).toEqual([2, 3, 4])
    expect([...weight.low!]).toEqual([1, 2.5, 3.9])
    expect([...weight.high!]).toEqual([2.5, 3.1, 4.1])
    expect([...weight.begin!]).toEqual([0, 3600, 7200])
    const temperature = tilePoints([{ tile: hours, from: 0, to: DAY }], 'temperature', later)
    expect([...temperature.time]).toEqual([1800, 9000])
    expect([...temperature.value]).toEqual([20, 21])
  })

  it('place a weight that was the only one, read on the hour, there and not an hour later', () => {
    const weightLast = Int32Array.of(2000, 3000, 4000)
    const columns = {
      ...hours.columns,
      weightLast,
      // the second hour also has other readings
      weightMin: Int32Array.of(2000, 2500, 4000),
      weightMax: Int32Array.of(2000, 3100, 4000),
      weightStart: Int32Array.of(2000, 2500, 4000),
    }
    const points = tilePoints([{ tile: { ...hours, columns }, from: 0, to: DAY }], 'weight', later)
    expect([...points.time]).toEqual([0, 3600, 7200])
    expect([...points.value]).toEqual([2, 2.5, 4])
    // the extremes of the hour in between are kept
    expect([...points.low!]).toEqual([2, 2.5, 2.5])
    expect([...points.high!]).toEqual([2, 2.5, 4])
  })

  it('change by the same from midnight to midnight, whether from readings or from hours', () => {
    const weight = (reading: number) => 40_000 + Math.round(900 * Math.sin(reading / 7))
    const times = Array.from({ length: 144 }, (_, reading) => reading * 600)
    const days = [0, 1, 2].map((day) =>
      raw(
        day * DAY,
        times,
        times.map((_, reading) => weight(144 * day + reading)),
      ),
    )
    const buckets = days.map((day) => rollUpHour(day))
    const ofHours = buckets.map(({ columns, ...bucket }, day): CoarseTile => {
      const time = Int32Array.from(bucket.time, (at) => at - day * DAY)
      return { level: 'hour', from: day * DAY, length: bucket.length, time, columns }
    })
    const changes = (tiles: Tile[]) => {
      const pieces = tiles.map((tile) => ({ tile, from: tile.from, to: tile.from + DAY }))
      return deltaPerDay(tilePoints(pieces, 'weight', later), [0, DAY, 2 * DAY])
    }
    expect(changes(ofHours)).toEqual(changes(days))
  })

  it('are neither later than the latest reading nor before their bucket if a newer one arrived', () => {
    const latest = tilePoints([{ tile: hours, from: 0, to: DAY }], 'weight', 9000)
    expect([...latest.time]).toEqual([3600, 7200, 9000])
    expect([...latest.begin!]).toEqual([0, 3600, 9000])
    expect([...tilePoints([{ tile: hours, from: 0, to: DAY }], 'weight', 5000).time]).toEqual([3600, 5000, 7200])
  })

  it('have no gap where hours follow ten-minute readings', () => {
    const mixed = tilePoints(
      [
        {
          tile: raw(
            -DAY,
            Array.from({ length: 144 }, (_, i) => i * 600),
            Array(144).fill(1000),
          ),
          from: -DAY,
          to: 0,
        },
        { tile: hours, from: 0, to: DAY },
      ],
      'weight',
      later,
    )
    expect(mixed.gap).toBe(3 * 3600)
  })

  it('are empty without tiles or without the column', () => {
    expect(tilePoints([], 'weight', later).time).toHaveLength(0)
    expect(tilePoints([{ tile: hours, from: 0, to: DAY }], 'humidity', later).time).toHaveLength(0)
  })
})
