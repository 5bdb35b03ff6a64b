import { describe, expect, it } from 'vitest'
import type { Intervention } from '#domain/hives/intervention.ts'
import { withPending } from './pending-interventions.ts'

const first = 'a1b2c3d4-0000-4000-8000-000000000001'
const second = 'a1b2c3d4-0000-4000-8000-000000000002'
const known: Intervention = {
  id: first,
  scaleId: 1,
  label: 'feeding',
  description: '',
  time: '2026-05-10T10:00:00.000Z',
  amount: null,
  detail: null,
  visitId: null,
}
const body = { id: second, scaleId: 2, label: 'queen' as const, time: '2026-05-11T10:00:00.000Z' }
const change = (method: 'POST' | 'DELETE', path: string, sent?: unknown) => ({ id: 'x', method, path, body: sent })

describe('interventions with queued changes', () => {
  it('are those of the server if nothing is queued', () => {
    expect(withPending([known], [])).toEqual([{ ...known, pending: false }])
  })

  it('show a new one as pending, once', () => {
    const added = { ...body, description: '', amount: null, detail: null, visitId: null, pending: true }
    expect(withPending([known], [change('POST', '/api/intervention', body)])).toEqual([
      { ...known, pending: false },
      added,
    ])
    expect(withPending([{ ...known, ...added }], [change('POST', '/api/intervention', body)])).toHaveLength(1)
  })

  it('apply an edit, also of one that is itself queued', () => {
    const [edited] = withPending([known], [change('POST', `/api/intervention/${first}`, { label: 'harvest' })])
    expect(edited).toEqual({ ...known, label: 'harvest', pending: true })
    const waiting = [
      change('POST', '/api/intervention', body),
      change('POST', `/api/intervention/${second}`, { description: 'found her' }),
    ]
    expect(withPending([], waiting)[0]).toMatchObject({ label: 'queen', description: 'found her' })
  })

  it('leave out deleted ones, and bring back those restored', () => {
    const removed = change('DELETE', `/api/intervention/${first}`)
    expect(withPending([known], [removed])).toEqual([])
    const { id, scaleId, label, time } = known
    const undone = change('POST', '/api/intervention', { id, scaleId, label, time })
    expect(withPending([known], [removed, undone])).toEqual([{ ...known, pending: true }])
  })

  it('ignore changes of other things', () => {
    const other = [change('POST', '/api/scale/1', { name: 'x' }), change('POST', '/api/interventionx/1', body)]
    expect(withPending([known], other)).toEqual([{ ...known, pending: false }])
  })
})
