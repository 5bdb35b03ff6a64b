import { expect, test } from 'vitest'
import { type ExportDraft, exportBody, faultsOf } from './export-draft.ts'

const draft: ExportDraft = {
  scaleIds: [1],
  period: { from: '2026-03-29', to: '2026-03-29' },
  level: 'raw',
  columns: ['scale', 'weight', 'weightMin'],
  timeZone: 'Europe/Zurich',
  format: 'csv',
}

const many = (length: number) => Array.from({ length }, (_, index) => index + 1)

test('a day lasts from midnight to midnight in the zone, also when the clocks change', () => {
  expect(exportBody(draft, 'de')).toMatchObject({ from: '2026-03-28T23:00:00Z', to: '2026-03-29T22:00:00Z' })
  expect(exportBody({ ...draft, timeZone: 'UTC' }, 'de')).toMatchObject({
    from: '2026-03-29T00:00:00Z',
    to: '2026-03-30T00:00:00Z',
  })
})

test('columns that do not exist at the level are left out', () => {
  expect(exportBody(draft, 'de').columns).toEqual(['scale', 'weight'])
  expect(exportBody({ ...draft, level: 'day' }, 'de').columns).toEqual(['scale', 'weight', 'weightMin'])
})

test.each([
  [{}, []],
  [{ scaleIds: [] }, ['scales']],
  [{ scaleIds: many(200) }, []],
  [{ scaleIds: many(201) }, ['scales']],
  [{ columns: ['scale', 'weightMin'] }, ['columns']],
  [{ columns: ['scale', 'weightMin'], level: 'hour' }, []],
  [{ scaleIds: [], columns: [] }, ['scales', 'columns']],
] as [Partial<ExportDraft>, string[]][])('%j lacks %j', (changes, faults) => {
  expect(faultsOf({ ...draft, ...changes })).toEqual(faults)
})
