import { expect, test } from 'vitest'
import { planOf } from './rollout-draft.ts'

function form(fields: Record<string, string> = {}): FormData {
  const values = new FormData()
  const filled = { stages: '5, 25, 100', aliveHours: '24', enoughPercent: '80', silentPercent: '10', ...fields }
  for (const [name, value] of Object.entries(filled)) values.set(name, value)
  return values
}

test.each([
  ['5, 25, 100', [5, 25, 100]],
  ['5 25 100', [5, 25, 100]],
  ['5 %; 25 %; 100 %', [5, 25, 100]],
  ['100', [100]],
])('stages written as %s', (stages, read) => {
  expect(planOf(form({ stages }))).toEqual({
    plan: { stages: read, aliveHours: 24, enoughPercent: 80, silentPercent: 10 },
  })
})

test.each([
  [{ stages: '' }, ['stages']],
  [{ stages: '5, 25' }, ['stages']],
  [{ stages: '25, 5, 100' }, ['stages']],
  [{ stages: 'all' }, ['stages']],
  [{ aliveHours: '' }, ['aliveHours']],
  [{ aliveHours: '-1' }, ['aliveHours']],
  [{ enoughPercent: '0' }, ['enoughPercent']],
  [{ silentPercent: '101', stages: '5' }, ['stages', 'silentPercent']],
])('%j has to be corrected before sending', (fields, faults) => {
  expect(planOf(form(fields))).toEqual({ faults })
})
