import { expect, test } from 'vitest'
import type { SeasonAdvice } from './season-advice.ts'
import { byUrgency, needsOf } from './season-needs.ts'

const about = (scaleId: number) => ({ scaleId, controllerId: 1, asOf: '2026-05-07' })
const flow = (scaleId: number, withinDays: number, urgency: SeasonAdvice['urgency']): SeasonAdvice => ({
  ...about(scaleId),
  kind: 'supers',
  urgency,
  from: '2026-05-03',
  kg: 7,
  perDayKg: 1.8,
  roomSince: '2026-05-03',
  filledKg: 7,
  withinDays,
})
const harvest = (scaleId: number, kg: number): SeasonAdvice => ({
  ...about(scaleId),
  kind: 'harvest',
  urgency: 'soon',
  from: '2026-05-03',
  to: '2026-05-20',
  kg,
  until: '2026-06-03',
})
const winterFeed = (scaleId: number, missingKg: number): SeasonAdvice => ({
  ...about(scaleId),
  kind: 'winterFeed',
  urgency: 'soon',
  storesKg: 15 - missingKg,
  missingKg,
  by: '2026-10-15',
})
const feed = (scaleId: number, shortest: number): SeasonAdvice => ({
  ...about(scaleId),
  kind: 'feed',
  urgency: 'soon',
  storesKg: 2,
  perDayKg: 0.2,
  shortest,
  longest: 20,
  until: '2026-05-20',
})
const calm = (scaleId: number): SeasonAdvice => ({
  ...about(scaleId),
  kind: 'change',
  urgency: 'later',
  kg: 1,
  days: 14,
})

test('hives are sorted by urgency, then by how soon', () => {
  const advices = [calm(1), flow(2, 6, 'soon'), harvest(3, 12), flow(4, 0, 'now'), flow(5, 4, 'soon')]
  expect(advices.sort(byUrgency).map(({ scaleId }) => scaleId)).toEqual([4, 5, 2, 3, 1])
})

test('a place lists each kind of work once, with all of its hives, and nothing if all is well', () => {
  const needs = needsOf([harvest(3, 12.5), flow(2, 6, 'soon'), calm(1), harvest(6, 8), flow(4, 0, 'now')])
  expect(needs.map(({ lead, scaleIds }) => [lead.kind, scaleIds])).toEqual([
    ['supers', [4, 2]],
    ['harvest', [3, 6]],
  ])
  expect(needs[1]!.lead).toMatchObject({ kg: 20.5 })
  expect(needsOf([winterFeed(1, 4.2), winterFeed(2, 0.1)])).toMatchObject([{ lead: { missingKg: 4.3 } }])
  expect(needsOf([feed(1, 12), feed(2, 8)])).toMatchObject([{ lead: { scaleId: 2 }, scaleIds: [2, 1] }])
  expect(needsOf([calm(1)])).toEqual([])
  expect(needsOf([])).toEqual([])
})

test('the order of the hives does not matter', () => {
  const advices = [harvest(3, 12), flow(2, 6, 'soon'), calm(1), harvest(6, 8), flow(4, 0, 'now'), flow(5, 0, 'now')]
  expect(needsOf(advices.toReversed())).toEqual(needsOf(advices))
})
