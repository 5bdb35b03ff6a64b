import { describe, expect, it } from 'vitest'
import { ABSENT, type CoarseTile } from '#domain/hives/tiles/timeline-tile.ts'
import { periodOf } from './heatmap-period.ts'
import { dayFigure, HOURS, hourGrid, isEmptyGrid, knownDays, lastKnownHour } from './hour-grid.ts'

/** Hours of May 2026 by local day and hour, with grams and hundredths of a degree. */
function hours(rows: readonly [day: number, hour: number, grams: number, centi?: number][]): CoarseTile {
  const from = Date.UTC(2026, 4) / 1000
  const column = (values: number[]) => Int32Array.from(values)
  const grams = rows.map(([, , weight]) => weight)
  return {
    level: 'hour',
    from,
    length: rows.length,
    time: column(rows.map(([day, hour]) => new Date(2026, 4, day, hour).getTime() / 1000 - from)),
    columns: {
      weightLast: column(grams),
      weightMin: column(grams.map((weight) => weight - 20)),
      weightMax: column(grams.map((weight) => weight + 30)),
      temperature: column(rows.map(([, , , centi]) => centi ?? ABSENT)),
    },
  }
}

const at = (grid: { values: Float32Array }, day: number, hour: number) => grid.values[day * HOURS + hour]!

describe('the hours of a scale', () => {
  it('have the change since the hour before', () => {
    const grid = hourGrid(
      [
        hours([
          [1, 9, 40_000],
          [1, 10, 40_250],
          [1, 11, 40_050],
        ]),
      ],
      'change',
      '2026-05-01',
      2,
    )
    expect(at(grid, 0, 9)).toBeNaN()
    expect(at(grid, 0, 10)).toBeCloseTo(0.25)
    expect(at(grid, 0, 11)).toBeCloseTo(-0.2)
    expect(dayFigure(grid, 0, 'change')).toBeCloseTo(0.05)
    expect(dayFigure(grid, 1, 'change')).toBeUndefined()
    expect(lastKnownHour(grid)).toEqual({ day: 0, hour: 11 })
  })

  it('have the change from on the hour to the next hour, assigned to the earlier hour', () => {
    // each but the last has only the reading on the hour; the one at 10 also has one shortly before 11
    const tile = hours([
      [1, 9, 40_000],
      [1, 10, 40_350],
      [1, 11, 40_400],
      [1, 14, 40_700],
      [2, 0, 41_000],
    ])
    const starts = [40_000, 40_300, 40_400, 40_700, ABSENT]
    const single = (values: Int32Array, i: number) => (i === 1 || i === 4 ? values[i]! : tile.columns.weightLast![i]!)
    const grid = hourGrid(
      [
        {
          ...tile,
          columns: {
            ...tile.columns,
            weightStart: Int32Array.from(starts),
            weightMin: tile.columns.weightMin!.map((_, i, all) => single(all, i)),
            weightMax: tile.columns.weightMax!.map((_, i, all) => single(all, i)),
          },
        },
      ],
      'change',
      '2026-05-01',
      2,
    )
    expect([9, 10, 11, 12, 13, 14].map((hour) => at(grid, 0, hour))).toEqual(
      [0.3, 0.1, 0.1, 0.1, 0.1, Number.NaN].map((kg) => (Number.isNaN(kg) ? kg : expect.closeTo(kg))),
    )
  })

  it('share the change over a silence of up to six hours, also across midnight, but not over a longer one', () => {
    const rows = hours([
      [1, 21, 40_000],
      [2, 1, 40_400],
      [2, 8, 41_000],
      [2, 9, 41_100],
    ])
    const grid = hourGrid([rows], 'change', '2026-05-01', 2)
    for (const [day, hour] of [
      [0, 22],
      [0, 23],
      [1, 0],
      [1, 1],
    ] as const)
      expect(at(grid, day, hour)).toBeCloseTo(0.1)
    for (let hour = 2; hour <= 8; hour++) expect(at(grid, 1, hour)).toBeNaN()
    expect(at(grid, 1, 9)).toBeCloseTo(0.1)
  })

  it('add up to the change from midnight to midnight, even if a long silence hides some of it', () => {
    const rows = hours([
      [1, 22, 39_900],
      [1, 23, 40_000],
      [2, 0, 40_100],
      [2, 12, 41_500],
      [2, 23, 41_400],
      [3, 0, 41_300],
      [3, 1, 41_350],
    ])
    const grid = hourGrid([rows], 'change', '2026-05-01', 3)
    // the day on which readings begin, and the current one, have what is known of them
    expect([0, 1, 2].map((day) => dayFigure(grid, day, 'change'))).toEqual(
      [0.1, 1.4, -0.05].map((kg) => expect.closeTo(kg)),
    )
    expect(dayFigure(knownDays(grid, periodOf(2026, true).days.slice(120, 123)).grid, 1, 'change')).toBeCloseTo(1.4)
  })

  it('leave the change of a day what it is between its midnights, even if a silence across one of them is spread over its hours', () => {
    const silent = hours([
      ...Array.from({ length: 22 }, (_, hour): [number, number, number] => [1, hour, 40_000]),
      ...Array.from({ length: 22 }, (_, hour): [number, number, number] => [2, hour + 2, 40_500]),
    ])
    const grid = hourGrid([hours([[0, 23, 40_000]]), silent], 'change', '2026-05-01', 2)
    expect([at(grid, 0, 22), at(grid, 1, 2)]).toEqual([0.1, 0.1].map((kg) => expect.closeTo(kg)))
    expect([0, 1].map((day) => dayFigure(grid, day, 'change'))).toEqual([0, 0.5].map((kg) => expect.closeTo(kg)))
  })

  it('continue from one tile to the next', () => {
    const tiles = [hours([[1, 9, 40_000]]), hours([[1, 10, 40_100]])]
    expect(at(hourGrid(tiles, 'change', '2026-05-01', 1), 0, 10)).toBeCloseTo(0.1)
  })

  it('have a temperature and an activity, too', () => {
    const tile = hours([
      [1, 9, 40_000, 2150],
      [1, 10, 40_000],
    ])
    const warm = hourGrid([tile], 'temperature', '2026-05-01', 1)
    expect([at(warm, 0, 9), at(warm, 0, 10)]).toEqual([21.5, Number.NaN])
    expect(dayFigure(warm, 0, 'temperature')).toBe(21.5)
    expect(at(hourGrid([tile], 'activity', '2026-05-01', 1), 0, 9)).toBeCloseTo(0.05)
  })

  it('outside of the days are left out', () => {
    const grid = hourGrid(
      [
        hours([
          [1, 9, 40_000],
          [1, 10, 40_100],
        ]),
      ],
      'change',
      '2026-05-02',
      1,
    )
    expect(isEmptyGrid(grid)).toBe(true)
    expect(lastKnownHour(grid)).toBeUndefined()
  })

  it('are unknown where a device without a network has only days', () => {
    const day = { ...hours([[1, 0, 40_000]]), level: 'day' as const }
    expect(isEmptyGrid(hourGrid([day], 'change', '2026-05-01', 1))).toBe(true)
  })
})

describe('the days with known hours', () => {
  const { days } = periodOf(2026, false)
  const gridOf = (...known: string[]) => {
    const values = new Float32Array(days.length * HOURS).fill(Number.NaN)
    for (const date of known) values[days.indexOf(date) * HOURS + 5] = 1
    return { days: days.length, values }
  }

  it('start with the first one and go on to the end of a month, with all days in between', () => {
    const known = knownDays(gridOf('2026-05-31', '2026-07-01'), days)
    expect([known.days[0], known.days.at(-1), known.days.length]).toEqual(['2026-05-31', '2026-07-31', 62])
    expect(known.grid.days).toBe(62)
    expect(known.grid.values).toHaveLength(62 * HOURS)
    expect(known.grid.values[5]).toBe(1)
    expect(known.grid.values[31 * HOURS + 5]).toBe(1)
  })

  it('are at least four weeks', () => {
    const known = knownDays(gridOf('2026-06-29'), days)
    expect([known.days[0], known.days.at(-1), known.grid.days]).toEqual(['2026-06-03', '2026-06-30', 28])
  })

  it('are all days if all have known hours, or none has', () => {
    const full = gridOf('2026-04-01', '2026-09-30')
    expect(knownDays(full, days).days).toEqual(days)
    const empty = gridOf()
    expect(knownDays(empty, days)).toEqual({ grid: empty, days })
  })
})
