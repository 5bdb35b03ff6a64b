import { expect, it } from 'vitest'
import { averageOfDay, type HiveDay } from './regional-average.ts'

const limits = { minimumMassGrams: 8000, maximumDeltaGrams: 5000 }
const hive = (ownerId: number, changeGrams: number, massGrams = 30_000): HiveDay => ({
  ownerId,
  changeGrams,
  massGrams,
})
const three = [hive(1, 1000), hive(2, 2000), hive(3, 2700)]

// worked out by hand: (1000 + 2000 + 2700) / 3 = 1900; four: (1000 + 2000 + 2700 − 500) / 4 = 1300, (1000 + 2000) / 2 = 1500
it.each<[string, HiveDay[], ReturnType<typeof averageOfDay>]>([
  ['three hives of three people', three, { hives: 3, owners: 3, meanGrams: 1900, medianGrams: 2000 }],
  [
    'an even number has the median between its middle two',
    [...three, hive(1, -500)],
    { hives: 4, owners: 3, meanGrams: 1300, medianGrams: 1500 },
  ],
  ['two hives', three.slice(1), undefined],
  ['three hives of two people', [hive(1, 1000), hive(1, 2000), hive(2, 2700)], undefined],
  ['no hive', [], undefined],
  [
    'an empty scale does not count',
    [...three, hive(4, 0, 7999)],
    { hives: 3, owners: 3, meanGrams: 1900, medianGrams: 2000 },
  ],
  ['one of 8 kg does', [...three, hive(4, 0, 8000)], { hives: 4, owners: 4, meanGrams: 1430, medianGrams: 1500 }],
  [
    'more than 5 kg does not count',
    [...three, hive(4, 5001)],
    { hives: 3, owners: 3, meanGrams: 1900, medianGrams: 2000 },
  ],
  ['nor a loss of it', [...three, hive(4, -5001)], { hives: 3, owners: 3, meanGrams: 1900, medianGrams: 2000 }],
  ['exactly 5 kg does', [...three, hive(4, -5000)], { hives: 4, owners: 4, meanGrams: 180, medianGrams: 1500 }],
  ['what does not count is no owner either', [hive(1, 1000), hive(2, 2000), hive(3, 9000), hive(2, 1)], undefined],
  [
    'nothing gained is nothing',
    [hive(1, -2), hive(2, -1), hive(3, 0)],
    { hives: 3, owners: 3, meanGrams: 0, medianGrams: 0 },
  ],
])('the average of a day: %s', (_, hives, average) => {
  expect(averageOfDay(hives, limits)).toEqual(average)
  expect(averageOfDay(hives.toReversed(), limits)).toEqual(average)
})
