import { expect, test } from 'vitest'
import { calendarChoice } from './calendar-choice.ts'

const brood = { id: 1, type: 'thermometer', state: 'active' } as const
const linden = { id: 2, type: 'weight', state: 'active' } as const
const damp = { id: 3, type: 'humidity', state: 'active' } as const
const former = { id: 4, type: 'weight', state: 'archived' } as const
const scales = [brood, linden, damp, former]

test('a thermometer has a calendar of its temperatures, and of nothing else', () => {
  const choice = calendarChoice(scales, { scale: 1, show: 'activity' })
  expect(choice).toMatchObject({ scale: brood, shown: ['temperature'], quantity: 'temperature' })
  expect(choice.measuring).toEqual([brood, linden])
  expect(choice.weighing).toEqual([linden])
})

test('what weighs comes first, with its changes', () => {
  const first = calendarChoice(scales, { scale: undefined, show: undefined })
  expect(first).toMatchObject({ scale: linden, quantity: 'change' })
  expect(first.shown).toHaveLength(3)
  expect(calendarChoice([brood], { scale: undefined, show: undefined }).scale).toBe(brood)
  expect(calendarChoice([damp, former], { scale: 3, show: undefined }).scale).toBeUndefined()
})
