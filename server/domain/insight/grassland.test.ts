import { describe, expect, it, test } from 'vitest'
import { dailyMeans, grasslandSum } from './grassland.ts'

const datesFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, day) => new Date(Date.parse(first) + day * 86_400_000).toISOString().slice(0, 10))

describe('grasslandSum', () => {
  test.each([
    // 31 days × 4 °C × 0.5 = 62
    { name: 'January by half', year: 2025, days: 31, mean: 4, sum: 62 },
    // 62 + 28 × 4 × 0.75 = 62 + 84 = 146
    { name: 'February by three quarters', year: 2025, days: 59, mean: 4, sum: 146 },
    // 62 + 29 × 4 × 0.75 = 62 + 87 = 149
    { name: 'a leap day as one more of February', year: 2024, days: 60, mean: 4, sum: 149 },
    // 146 + 10 × 4 = 186
    { name: 'March whole', year: 2025, days: 69, mean: 4, sum: 186 },
    { name: 'frost as nothing', year: 2025, days: 90, mean: -6, sum: 0 },
  ])('counts $name', ({ year, days, mean, sum }) => {
    const dates = datesFrom(`${year}-01-01`, days)
    const { sums, missingDays } = grasslandSum(
      dates,
      dates.map(() => mean),
    )
    expect(sums).toHaveLength(days)
    expect(sums.at(-1)).toBeCloseTo(sum, 6)
    expect(missingDays).toBe(0)
  })

  it('names the day on which it comes to 200', () => {
    // 146 at the end of February, then 4 a day from 1 March: 198 on 13 March, 202 on the 14th
    const dates = datesFrom('2025-01-01', 100)
    expect(grasslandSum(dates, Array(100).fill(4)).reachedOn).toBe('2025-03-14')
    // a leap year is at 149 by then: 197 on 12 March, 201 on the 13th
    expect(grasslandSum(datesFrom('2024-01-01', 100), Array(100).fill(4)).reachedOn).toBe('2024-03-13')
    // exactly 200 is enough: 50 days of 4 from 1 March on
    const spring = datesFrom('2025-03-01', 60)
    expect(grasslandSum(spring, Array(60).fill(4)).reachedOn).toBe('2025-04-19')
    expect(grasslandSum(dates, Array(100).fill(-1)).reachedOn).toBeNull()
  })

  it('counts frost between warm days as zero and never subtracts', () => {
    // 6 × 0.5, −8, 2 × 0.5
    expect(grasslandSum(datesFrom('2025-01-01', 3), [6, -8, 2]).sums).toEqual([3, 3, 4])
  })

  it('rounds what it shows, not what it adds up', () => {
    // 30 × 0.01 × 0.5: half a hundredth a day
    const { sums } = grasslandSum(datesFrom('2025-01-01', 30), Array(30).fill(0.01))
    expect(sums.slice(-2)).toEqual([0.15, 0.15])
    // 31 × 12.87 × 0.5 = 199.485, and 0.4125 more on 1 February
    const means = [...Array(31).fill(12.87), 0.55, 10]
    expect(grasslandSum(datesFrom('2025-01-01', 33), means).reachedOn).toBe('2025-02-02')
  })

  it('says how many days are missing and goes on after them', () => {
    expect(grasslandSum(datesFrom('2025-03-01', 5), [5, null, null, 5, 5])).toEqual({
      sums: [5, null, null, 10, 15],
      missingDays: 2,
      reachedOn: null,
    })
    expect(grasslandSum(datesFrom('2025-03-01', 4), []).missingDays).toBe(4)
  })
})

describe('dailyMeans', () => {
  const HOUR = 3600
  const bounds = [0, 24 * HOUR, 48 * HOUR]

  it('is the mean of a day whose quarters are all known', () => {
    const samples = Array.from({ length: 48 }, (_, hour) => ({ time: hour * HOUR, celsius: hour < 24 ? hour : 7 }))
    // 0 to 23: 276 / 24 = 11.5
    expect(dailyMeans(samples, bounds)).toEqual([11.5, 7])
  })

  it('gives all quarters the same weight, however many readings they have', () => {
    const night = Array.from({ length: 60 }, (_, minute) => ({ time: minute * 60, celsius: 0 }))
    const rest = [7, 13, 19].map((hour) => ({ time: hour * HOUR, celsius: 10 }))
    // (0 + 10 + 10 + 10) / 4
    expect(dailyMeans([...night, ...rest], bounds)).toEqual([7.5, null])
  })

  it('is unknown for a day with a silent quarter', () => {
    const samples = [1, 7, 13].map((hour) => ({ time: hour * HOUR, celsius: 10 }))
    expect(dailyMeans(samples, bounds)).toEqual([null, null])
  })

  it('divides days of 23 and 25 hours into their own quarters', () => {
    const short = Array.from({ length: 23 }, (_, hour) => ({ time: hour * HOUR, celsius: 3 }))
    expect(dailyMeans(short, [0, 23 * HOUR])).toEqual([3])
    const long = Array.from({ length: 25 }, (_, hour) => ({ time: hour * HOUR, celsius: 3 }))
    expect(dailyMeans(long, [0, 25 * HOUR])).toEqual([3])
    // the last quarter of 25 hours begins at 18:45
    expect(dailyMeans(long.slice(0, 19), [0, 25 * HOUR])).toEqual([null])
  })

  it('gives a reading to the day in which it was made, on the days around a change of clocks, too', () => {
    const days = [0, 24, 47, 71].map((hour) => hour * HOUR)
    const dayOf = (hour: number) => (hour < 24 ? 1 : hour < 47 ? 2 : 3)
    const samples = Array.from({ length: 72 }, (_, hour) => ({ time: hour * HOUR, celsius: dayOf(hour) }))
    expect(dailyMeans(samples, days)).toEqual([1, 2, 3])
    expect(dailyMeans(samples, days.slice(1))).toEqual([2, 3])
  })

  it('ignores values before and after', () => {
    const samples = [-2, 1, 7, 13, 19, 60].map((hour) => ({ time: hour * HOUR, celsius: 4 }))
    expect(dailyMeans(samples, bounds)).toEqual([4, null])
    expect(dailyMeans(samples, [])).toEqual([])
  })
})
