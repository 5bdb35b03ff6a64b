import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrivals, oddReadings, timeAt, wayOf } from '../../../tests/support/samples/odd-readings.ts'
import { type SentReading, storedAfter, type Way } from '../../../tests/support/samples/two-hives.ts'
import { openMemoryDatabase } from '../../store/open-database.ts'

const stored = async (way: Way) => storedAfter(await openMemoryDatabase(), way)

test('an episode that is over is not reopened by what an interrupted run had carried over', async () => {
  const reading = ([minute, channel, weight]: [number, number, number]): SentReading => ({
    time: timeAt(minute),
    channel,
    weight,
  })
  const mixed = (
    [
      [4167, 1, 86.554],
      [4, 1, 2.5],
      [2, 1, 0],
      [88, 1, 149.708],
      [1362, 2, 44.9],
      [4063, 2, 127.5],
      [2655, 1, -14.457],
    ] satisfies [number, number, number][]
  ).map(reading)
  const ordered = mixed.toSorted((a, b) => a.time.localeCompare(b.time))
  const expected = await stored({ batches: [ordered], between: 'fold at the end' })
  expect(await stored({ batches: [mixed], between: 'fold at the end', milliseconds: 0 })).toEqual(expected)
  expect(expected.alarms.filter((alarm) => alarm.includes('"activity"'))).toEqual([
    expect.stringContaining('"status":"closed"'),
  ])
})

test('odd readings in any order, batches and folds in parts give the same as in order of time', async () => {
  await fc.assert(
    fc.asyncProperty(oddReadings({ minLength: 3, maxLength: 40 }), arrivals, async (readings, arrival) => {
      const expected = await stored({ batches: [readings], between: 'fold at the end' })
      expect(await stored(wayOf(readings, arrival))).toEqual(expected)
    }),
    { numRuns: 40 },
  )
})

test('hives read every six hours are judged with what nearby hives did, in whatever order it arrives', async () => {
  const readings: SentReading[] = []
  for (let minute = 0; minute <= 5400; minute += 360) {
    readings.push({ time: timeAt(minute), channel: 1, weight: minute < 4680 ? 50 : 48 })
    readings.push({ time: timeAt(minute + 90), channel: 2, weight: minute < 4680 ? 42 : 41.2 })
  }
  const expected = await stored({ batches: [readings], between: 'fold at the end' })
  expect(expected.alarms.filter((alarm) => alarm.includes('besideLost'))).toHaveLength(2)
  expect(expected.deviations).toHaveLength(2)
  await fc.assert(
    fc.asyncProperty(arrivals, async (arrival) => {
      expect(await stored(wayOf(readings, arrival))).toEqual(expected)
    }),
    { numRuns: 20 },
  )
})
