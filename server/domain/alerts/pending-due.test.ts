import { expect, test } from 'vitest'
import type { OutboxChange } from '../platform/worker-message.ts'
import { coursePath, followUpPath } from './follow-ups.ts'
import { stillDue } from './pending-due.ts'

const span = (settledBy: string) => ({ from: '2026-05-18T06:00:00Z', until: '2026-05-24T23:00:00Z', settledBy })
const cells = followUpPath(7, 'afterSwarm')
const known = [span(cells), span(coursePath(7))]
const post = (path: string, body: unknown): OutboxChange => ({ id: path, method: 'POST', path, body })
const said = (status: string, putOffUntil: string | null = null) => post(cells, { status, putOffUntil })

test.each<[string, OutboxChange[], string[]]>([
  ['nothing waits', [], [cells, coursePath(7)]],
  ['ticked off', [said('done')], [coursePath(7)]],
  ['silenced', [said('silenced')], [coursePath(7)]],
  ['put off', [said('open', '2026-05-20T06:00:00Z')], [coursePath(7)]],
  ['ticked off, and open again', [said('done'), said('open')], [cells, coursePath(7)]],
  ['it was caught', [post(coursePath(7), { outcome: 'caught' })], [cells]],
  ['somebody said where it hung alone', [post(coursePath(7), { outcome: null, spot: 'Pear' })], [cells, coursePath(7)]],
  ['another swarm', [post(followUpPath(8, 'afterSwarm'), { status: 'done' })], [cells, coursePath(7)]],
  ['nothing that can be read', [post(cells, null)], [coursePath(7)]],
])('%s', (_, unsent, expected) => {
  expect(stillDue(known, unsent).map(({ settledBy }) => settledBy)).toEqual(expected)
})
