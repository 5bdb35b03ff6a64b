import { describe, expect, it } from 'vitest'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { coursePath, followUpPath } from '#domain/alerts/follow-ups.ts'
import type { UnsentChange } from '../../../offline/outbox.ts'
import { newCourse, withPendingCourse } from './pending-courses.ts'

const alarm = {
  ...{ id: 7, scaleId: 3, controllerId: 1, type: 'swarm', status: 'confirmed', verdict: 'confirmed' },
  ...{ startedAt: '2026-05-10T09:50:00.000Z', detectedAt: '2026-05-10T10:00:00.000Z', endedAt: null },
  ...{ weightChange: -1.9, confidence: 0.9, why: [] },
} satisfies Alarm

const post = (path: string, body: unknown): UnsentChange => ({ id: path, method: 'POST', path, body })
const said = { outcome: 'caught', spot: 'Birnbaum', position: null, hiveScaleId: 4, hiveName: '' }
const ticked = { status: 'done', putOffUntil: null, at: '2026-05-18T15:00:00.000Z' }
const kinds = (unsent: UnsentChange[]) =>
  withPendingCourse(newCourse(alarm), unsent).followUps.map(({ kind, status }) => `${kind} ${status}`)

describe('a course with queued changes', () => {
  it('has what was recorded about the swarm, and its follow-ups', () => {
    expect(withPendingCourse(newCourse(alarm), [post(coursePath(7), said)])).toMatchObject(said)
    expect(kinds([post(coursePath(7), said)])).toHaveLength(5)
    expect(kinds([post(coursePath(7), said), post(coursePath(7), { ...said, outcome: 'lost' })])).toHaveLength(3)
  })

  it('applies checking off and reopening follow-ups in order', () => {
    const tick = post(followUpPath(7, 'afterSwarm'), ticked)
    expect(kinds([tick])[0]).toBe('afterSwarm done')
    const open = post(followUpPath(7, 'afterSwarm'), { ...ticked, status: 'open' })
    expect(kinds([tick, open])[0]).toBe('afterSwarm open')
  })

  it('keeps completed follow-ups when the verdict is withdrawn', () => {
    const tick = post(followUpPath(7, 'afterSwarm'), ticked)
    expect(kinds([tick, post('/api/alarm/7', { verdict: null })])).toEqual(['afterSwarm done'])
    expect(kinds([post('/api/alarm/7', { verdict: 'hands' })])).toEqual([])
  })

  it('is the same object if nothing is queued, and ignores changes of others and unreadable ones', () => {
    const course = newCourse(alarm)
    const others = [
      post(coursePath(8), said),
      post('/api/alarm/77', { verdict: null }),
      post('/api/intervention', {}),
      post(coursePath(7), { outcome: 'eaten' }),
      post('/api/alarm/7/followUp/dance', ticked),
    ]
    expect(withPendingCourse(course, others)).toBe(course)
  })
})
