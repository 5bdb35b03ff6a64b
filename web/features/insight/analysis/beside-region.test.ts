import { expect, test } from 'vitest'
import { besideRegion } from './beside-region.ts'

test.each([
  // both know the 2nd and the 4th: 1.5 − 0.25 and 1 + 0.5
  [
    'the days that both know',
    [0.5, 1.5, null, -0.25],
    [
      { date: '2026-05-02', mean: 1 },
      { date: '2026-05-03', mean: 2 },
      { date: '2026-05-04', mean: 0.5 },
    ],
    { days: 2, mineKg: 1.25, regionKg: 1.5 },
  ],
  ['nothing without a common day', [0.5], [{ date: '2026-06-01', mean: 1 }], null],
  ['nothing without a region', [0.5], [], null],
])('compares %s', (_, mine, region, beside) => {
  const days = mine.map((kg, day) => ({ date: `2026-05-0${day + 1}`, kg }))
  expect(besideRegion(days, region)).toEqual(beside)
})
