import { expect, test } from 'vitest'
import type { Fleet } from '#domain/operations/fleet.ts'
import { openTasks } from './open-tasks.ts'

const none = { count: 0, items: [] }
const quiet: Fleet = {
  at: '2026-05-01T08:00:00.000Z',
  troubles: { open: [], ended: [] },
  nodes: { waiting: { requests: 0, seconds: 0 }, items: [] },
  owned: 40,
  unowned: 2,
  silent: none,
  clockAhead: none,
  faulty: none,
  throttled: none,
  batteries: none,
  firmware: [],
  ingest: [],
  deliveries: { failed: [], waiting: 0, failingChannels: 0 },
  jobs: [],
}
const counted = { setAside: 0, orders: { stuck: 0, toSend: 0 } }

test('there is nothing to do if all is well, or while counts are unknown', () => {
  expect(openTasks(quiet, counted)).toEqual([])
  expect(openTasks(quiet, { setAside: undefined, orders: { stuck: undefined, toSend: undefined } })).toEqual([])
})

test('the server and orders come before single transmitters, and failed notifications are summed over all channels', () => {
  const busy: Fleet = {
    ...quiet,
    troubles: {
      open: [{ kind: 'disk_low', subject: null, values: { percent: 9 }, since: quiet.at, ended: null }],
      ended: [],
    },
    silent: { count: 3, items: [] },
    deliveries: {
      failed: [
        { channel: 'push', count: 2 },
        { channel: 'email', count: 5 },
      ],
      waiting: 9,
      failingChannels: 1,
    },
  }
  expect(openTasks(busy, { setAside: 0, orders: { stuck: 0, toSend: 4 } })).toEqual([
    { kind: 'troubles', count: 1 },
    { kind: 'ordersToSend', count: 4 },
    { kind: 'silent', count: 3 },
    { kind: 'deliveries', count: 7 },
  ])
})
