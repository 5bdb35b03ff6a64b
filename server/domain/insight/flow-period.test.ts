import { expect, test } from 'vitest'
import type { DayWeight } from '../hives/day-weight.ts'
import { flowPeriods } from './flow-period.ts'

/** Midnights from 1 May on, starting at 30 kg, by the gain of each day; null if the weight at the end of that day is unknown. */
function may(...changes: (number | null)[]): DayWeight[] {
  const days: DayWeight[] = [{ date: '2026-05-01', grams: 30_000 }]
  let grams = 30_000
  changes.forEach((change, day) => {
    grams += change ?? 0
    days.push({ date: `2026-05-${String(day + 2).padStart(2, '0')}`, grams: change === null ? null : grams })
  })
  return days
}

test.each([
  // 1200 + 1500 + 800 = 3500, from the 2nd to the 4th; then nothing for a week
  [
    'three days',
    may(0, 1200, 1500, 800, 0, -100, 0, 0, -50, 0, 0),
    [{ from: '2026-05-02', to: '2026-05-04', grams: 3500, goesOn: false }],
  ],
  // 2000 - 300 - 400 + 2000 + 700 = 4000: two days of rain do not end it
  [
    'over two days of rain',
    may(2000, -300, -400, 2000, 700, 0, 0, 0),
    [{ from: '2026-05-01', to: '2026-05-05', grams: 4000, goesOn: false }],
  ],
  // each side alone has only two days of flow
  ['none over three days of rain', may(2000, 1500, -300, -300, -300, 2000, 1500, 0, 0, 0), []],
  // 600 + 600 + 600 = 1800 is under 3 kg
  ['none of little', may(600, 600, 600, 0, 0, 0), []],
  // two days are not a flow, however much they bring
  ['none of two days', may(4000, 4000, 0, 0, 0), []],
  // 1000 (1st), unknown (2nd, 3rd), 1000 (4th), 1500 (5th); the gain in between is 0 here: 3500
  [
    'over days that are not known',
    may(1000, null, 0, 1000, 1500, 0, 0, 0),
    [{ from: '2026-05-01', to: '2026-05-05', grams: 3500, goesOn: false }],
  ],
  // 499 g is not a day of flow, 500 g is: 1500 + 499 + 1500 + 1500 + 500 = 5499
  [
    'from exactly half a kilogram a day on',
    may(499, 1500, 499, 1500, 1500, 500),
    [{ from: '2026-05-02', to: '2026-05-06', grams: 5499, goesOn: true }],
  ],
  // two flows: 3 × 1500 = 4500, then 3 × 2000 = 6000, which still goes on
  [
    'twice',
    may(1500, 1500, 1500, 0, 0, 0, 2000, 2000, 2000, 0, -100),
    [
      { from: '2026-05-01', to: '2026-05-03', grams: 4500, goesOn: false },
      { from: '2026-05-07', to: '2026-05-09', grams: 6000, goesOn: true },
    ],
  ],
  ['none without readings', [], []],
])('a flow: %s', (_, midnights, flows) => {
  expect(flowPeriods(midnights)).toEqual(flows)
})
