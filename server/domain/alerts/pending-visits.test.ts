import { describe, expect, it } from 'vitest'
import type { Visit } from '#domain/alerts/visit.ts'
import { goesOn, withPendingVisits } from './pending-visits.ts'

const first = 'a1b2c3d4-0000-4000-8000-000000000001'
const second = 'a1b2c3d4-0000-4000-8000-000000000002'
const known: Visit = {
  ...{ id: first, controllerId: 7, startedAt: '2026-05-10T10:00:00.000Z', endedAt: null, endedBy: null },
  scales: [{ scaleId: 1, changes: [-12.4, 3.1] }],
}
const begun = { id: second, controllerId: 7, startedAt: '2026-05-11T10:00:00.000Z' }
const endedAt = '2026-05-11T10:40:00.000Z'
const change = (method: 'POST' | 'DELETE', path: string, body?: unknown) => ({ id: 'x', method, path, body })
const post = (body: unknown, path = '/api/visit') => change('POST', path, body)

describe('visits with pending changes', () => {
  it('show a new one as pending, the newest first', () => {
    expect(withPendingVisits([known], [post(begun)])).toEqual([
      { ...begun, endedAt: null, endedBy: null, scales: [], pending: true },
      { ...known, pending: false },
    ])
  })

  it('end, whatever the order of the changes', () => {
    const over = { ...begun, endedAt, endedBy: 'hand', scales: [], pending: true }
    expect(withPendingVisits([], [post(begun), post({ ...begun, endedAt })])).toEqual([over])
    expect(withPendingVisits([], [post({ ...begun, endedAt }), post(begun)])).toEqual([over])
  })

  it('keep an end set by hand, and the known weight changes', () => {
    const ended: Visit = { ...known, endedAt: '2026-05-10T11:00:00.000Z', endedBy: 'hand' }
    expect(withPendingVisits([ended], [post({ ...begun, id: first, endedAt })])).toEqual([{ ...ended, pending: true }])
  })

  it('are corrected and deleted', () => {
    const path = `/api/visit/${first}`
    expect(withPendingVisits([known], [post({ endedAt }, path)])[0]).toMatchObject({ endedAt, endedBy: 'hand' })
    expect(withPendingVisits([known], [change('DELETE', path)])).toEqual([])
  })

  it('are shown, but not as pending, once the server was sent them or is asked about them', () => {
    for (const way of [{ isSent: true }, { isAsked: true }]) {
      const shown = withPendingVisits([known], [{ ...post(begun), ...way }])
      expect(shown.map(({ id, pending }) => [id, pending])).toEqual([
        [second, false],
        [first, false],
      ])
    }
  })

  it('are not affected by invalid changes', () => {
    const other = [post({ id: 7 }), post({ endedAt: 'soon' }, `/api/visit/${first}`), post({}, '/api/intervention')]
    expect(withPendingVisits([known], other)).toEqual([{ ...known, pending: false }])
  })
})

it('goes on until it ends, and for eight hours at most', () => {
  const hours = (of: number) => Date.parse(known.startedAt) + of * 3_600_000
  expect([goesOn(known, hours(1)), goesOn(known, hours(8)), goesOn({ ...known, endedAt }, hours(1))]).toEqual([
    true,
    false,
    false,
  ])
})
