import { expect, test } from 'vitest'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { withPendingVerdicts } from './pending-verdicts.ts'

const alarm = (id: number, verdict: Alarm['verdict'] = null) => ({ id, verdict }) as Alarm
const judged = (id: number, verdict: Alarm['verdict']) => ({
  id: 'x',
  method: 'POST' as const,
  path: `/api/alarm/${id}`,
  body: { verdict },
})

test('the last verdict given on this device counts, for its alarm only', () => {
  const unsent = [
    judged(1, 'false'),
    judged(1, 'hands'),
    judged(2, null),
    { ...judged(3, 'false'), path: '/api/scale/3' },
  ]
  expect(withPendingVerdicts([alarm(1), alarm(2, 'false'), alarm(3)], unsent)).toEqual([
    alarm(1, 'hands'),
    alarm(2),
    alarm(3),
  ])
})
