import { describe, expect, it } from 'vitest'
import type { OutboxChange } from '#domain/platform/worker-message.ts'
import type { OutboxRow } from './open-store.ts'
import { nextToSend, pauseAfter, thingsOf } from './outbox-order.ts'

const NOW = 1_000_000_000
const trouble = { status: 500, code: '', message: '' }

function rowsOf(...rows: (Partial<OutboxRow> & { path?: string; body?: unknown })[]): OutboxRow[] {
  return rows.map(({ path = '/api/alarm/1', body, ...row }, index) => ({
    sequence: index + 1,
    account: 7,
    locale: 'en',
    queuedAt: 0,
    rejection: null,
    change: { id: `${index + 1}`, method: 'POST', path, ...(body !== undefined && { body }) },
    ...row,
  }))
}

const resting = (retryAt: number) => ({ failed: { times: 1, trouble, retryAt } })

describe('what is sent next', () => {
  it.each([
    ['the first of all', rowsOf({}, { path: '/api/alarm/2' }), 1],
    ['nothing where all was refused', rowsOf({ rejection: trouble }), undefined],
    ['what comes after a refused one', rowsOf({ rejection: trouble }, {}), 2],
    ['another thing than what rests', rowsOf(resting(NOW + 1), {}, { path: '/api/alarm/2' }), 3],
    [
      'nothing that needs the channel of a scale whose change rests',
      rowsOf(
        { path: '/api/scale/1', body: { channelId: 2 }, ...resting(NOW + 1) },
        { path: '/api/scale/2', body: { channelId: 1 } },
      ),
      undefined,
    ],
    ['what has rested', rowsOf(resting(NOW), {}), 1],
    ['what a clock that was set back would keep for a year', rowsOf(resting(NOW + 365 * 86_400_000)), 1],
    ['what was never tried, before what got no answer', rowsOf({ unanswered: 2 }, {}, { path: '/api/alarm/2' }), 3],
    ['of those without an answer the one tried less', rowsOf({ unanswered: 2 }, { path: '/api/b', unanswered: 1 }), 2],
  ])('%s', (_, rows, expected) => {
    expect(nextToSend(rows, NOW)?.sequence).toBe(expected)
  })
})

describe('what a change is about', () => {
  const change = (path: string, body?: unknown): OutboxChange => ({ id: 'x', method: 'POST', path, body })

  it.each([
    [
      'an intervention and its edit',
      '/api/intervention',
      { id: 'a' },
      '/api/intervention/a',
      { label: 'feeding' },
      true,
    ],
    ['a visit’s begin and end', '/api/visit', { id: 'a' }, '/api/visit', { id: 'a', endedAt: 'x' }, true],
    ['a visit and its correction', '/api/visit', { id: 'a' }, '/api/visit/a', { endedAt: 'x' }, true],
    ['two visits', '/api/visit', { id: 'a' }, '/api/visit', { id: 'b' }, false],
    ['two interventions', '/api/intervention', { id: 'a' }, '/api/intervention', { id: 'b' }, false],
    [
      'a mute and its end',
      '/api/notification/mute?idcontroller=3',
      { notificationType: 'swarm' },
      '/api/notification/unmute?idcontroller=3&notificationType=swarm',
      {},
      true,
    ],
    [
      'mutes of two types',
      '/api/notification/mute?idcontroller=3',
      { notificationType: 'swarm' },
      '/api/notification/mute?idcontroller=3',
      { notificationType: 'theft' },
      false,
    ],
    ['names of two scales', '/api/scale/1', { name: 'A' }, '/api/scale/2', { name: 'B' }, false],
    ['channels of two scales', '/api/scale/1', { channelId: 2 }, '/api/scale/2', { state: 'archived' }, true],
    ['two verdicts on an alarm', '/api/alarm/1', { verdict: null }, '/api/alarm/1', { verdict: 'false' }, true],
  ])('%s', (_, path, body, otherPath, otherBody, same) => {
    const things = thingsOf(change(path, body))
    expect(thingsOf(change(otherPath, otherBody)).some((thing) => things.includes(thing))).toBe(same)
  })

  it('a receipt stands by itself', () => {
    expect(thingsOf(change('/api/push/shown', { receipt: '7.ab' }))).toEqual(['x'])
  })
})

it('pauses grow from seconds to a few hours at most, or as long as the server asks within that', () => {
  expect([1, 2, 3, 11, 1000, 1e9].map((times) => pauseAfter(times) / 1000)).toEqual([
    15, 30, 60, 14_400, 14_400, 14_400,
  ])
  expect(pauseAfter(1, 300)).toBe(300_000)
  expect(pauseAfter(1, 1e9)).toBe(14_400_000)
})
