import { expect, test } from 'vitest'
import { readDraft } from './share-draft.ts'

function entered(changes: Record<string, string> = {}): FormData {
  const values = new FormData()
  const fields = {
    type: 'livefeed',
    days: '7',
    from: '2026-04-01T00:00',
    to: '2026-04-08T12:30',
    description: ' Spring ',
  }
  for (const [name, value] of Object.entries({ ...fields, ...changes })) values.set(name, value)
  return values
}
const iso = (local: string) => new Date(local).toISOString()

test.each([
  [{}, { type: 'livefeed', days: 7 }],
  [{ type: 'fixed' }, { type: 'fixed', from: iso('2026-04-01T00:00'), to: iso('2026-04-08T12:30') }],
  [{ type: 'yearToDate', days: '0' }, { type: 'yearToDate' }],
  [{ type: 'unlimited', to: '' }, { type: 'unlimited' }],
])('%j becomes what belongs to its type', (changes, draft) => {
  expect(readDraft(entered(changes), [3, 1])).toEqual({ draft: { ...draft, description: 'Spring', scales: [3, 1] } })
})

test.each([
  [{ days: '0' }, [1], ['days']],
  [{ days: '366' }, [1], ['days']],
  [{ days: '1.5' }, [1], ['days']],
  [{ days: '' }, [], ['scales', 'days']],
  [{ type: 'fixed', to: '2026-04-01T00:00' }, [1], ['period']],
  [{ type: 'fixed', from: '' }, [1], ['period']],
])('%j is wrong', (changes, scales, faults) => {
  expect(readDraft(entered(changes), scales)).toEqual({ faults })
})
