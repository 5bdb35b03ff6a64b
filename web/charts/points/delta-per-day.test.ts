import { afterEach, describe, expect, it, vi } from 'vitest'
import { deltaPerDay, localMidnights } from './delta-per-day.ts'
import { makePoints } from './points.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const midnights = [0, DAY, 2 * DAY, 3 * DAY]

function hourly(from: number, to: number, weight: (hour: number) => number | undefined) {
  const time: number[] = []
  const value: number[] = []
  for (let at = from; at <= to; at += HOUR) {
    const now = weight(at / HOUR)
    if (now === undefined) continue
    time.push(at)
    value.push(now)
  }
  return makePoints(Float64Array.from(time), Float64Array.from(value))
}

describe('the change of a day', () => {
  it('goes from midnight to midnight', () => {
    const points = hourly(-DAY, 3 * DAY, (hour) => 40 + hour / 24)
    expect(deltaPerDay(points, midnights)).toEqual([1, 1, 1])
  })

  it('takes the last reading before a midnight, if it is not too old', () => {
    const points = hourly(0, 3 * DAY, (hour) => (hour > 20 && hour <= 24 ? undefined : hour))
    expect(deltaPerDay(points, midnights)).toEqual([20, 28, 24])
  })

  it('is unknown if the scale was silent around midnight', () => {
    const points = hourly(0, 3 * DAY, (hour) => (hour > 12 && hour < 36 ? undefined : hour))
    expect(deltaPerDay(points, midnights)).toEqual([null, 12, 24])
  })

  it('includes the current day, and a day on which the scale began', () => {
    const points = hourly(12 * HOUR, 2 * DAY + 6 * HOUR, (hour) => hour)
    expect(deltaPerDay(points, midnights)).toEqual([12, 24, 6])
  })

  it.each([-5, 0, 1, 2])('is known for a curve of days that end %d hours after local midnight', (hours) => {
    const time = [0, 1, 2, 4, 5].map((day) => day * DAY + hours * HOUR)
    const points = makePoints(Float64Array.from([...time, 5.6 * DAY]), Float64Array.from([40, 41, 43, 44, 46, 49]))
    const days = [-1, 0, 1, 2, 3, 4, 5, 6, 7].map((day) => day * DAY)
    expect(deltaPerDay(points, days)).toEqual([null, 1, 2, null, null, 2, 3, null])
  })

  it('is unknown outside the readings', () => {
    expect(
      deltaPerDay(
        hourly(DAY, 2 * DAY, () => 1),
        [-DAY, 0, DAY, 2 * DAY, 3 * DAY],
      ),
    ).toEqual([null, null, 0, null])
  })
})

describe('local midnights', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  it('bound every day that the span touches', () => {
    const noon = new Date(2026, 4, 10, 12).getTime() / 1000
    expect(localMidnights({ from: noon, to: noon + DAY })).toEqual(
      [10, 11, 12].map((day) => new Date(2026, 4, day).getTime() / 1000),
    )
  })

  it('are at midnight again after one that was skipped', () => {
    vi.stubEnv('TZ', 'Atlantic/Azores')
    const from = new Date(2026, 2, 28, 12).getTime() / 1000
    const hours = localMidnights({ from, to: from + 2 * DAY }).map((midnight) => new Date(midnight * 1000).getHours())
    expect(hours).toEqual([0, 1, 0, 0])
  })

  it('stay at midnight when daylight saving time begins or ends', () => {
    const from = new Date(2026, 2, 28, 12).getTime() / 1000
    for (const midnight of localMidnights({ from, to: from + 3 * DAY })) {
      expect(new Date(midnight * 1000).getHours()).toBe(0)
    }
  })
})
