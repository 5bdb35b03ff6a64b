import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import type { Alarm } from '#domain/alerts/alarm.ts'
import type { KeptPush } from '#domain/alerts/push-message.ts'
import { startWorkerStandIn } from '../../../../tests/support/browser/worker-stand-in.ts'
import { hearWorker } from '../../../offline/service-worker.ts'
import { openAlarmsQuery } from './alarm-queries.ts'
import { followPushes, withPushed } from './follow-pushes.ts'

const ASKED = Date.parse('2026-05-10T12:00:00Z')

const alarm = (id: number, more: Partial<Alarm> = {}): Alarm => ({
  id,
  scaleId: 1,
  controllerId: 1,
  type: 'disturbance',
  status: 'open',
  startedAt: `2026-05-10T12:0${id}:00Z`,
  detectedAt: `2026-05-10T12:0${id}:00Z`,
  endedAt: null,
  weightChange: -20,
  confidence: 0.9,
  why: [],
  verdict: null,
  ...more,
})

const push = (told: Alarm | null, minutesLater: number, alarmId = told?.id ?? 9): KeptPush => ({
  alarmId,
  title: 'Linden was lifted',
  body: '',
  shownAt: ASKED + minutesLater * 60_000,
  alarm: told,
})

const ids = (alarms: readonly Alarm[]) => alarms.map(({ id }) => id)

test.each([
  ['a new one stands on top', [alarm(1)], [push(alarm(2), 1)], [2, 1]],
  ['what the list is newer than changes nothing', [alarm(1)], [push(alarm(2), -1)], [1]],
  ['one that is over goes', [alarm(1), alarm(2)], [push(alarm(2, { status: 'closed' }), 1)], [1]],
  ['one that was taken back goes', [alarm(2)], [push(alarm(2, { status: 'withdrawn' }), 1)], []],
  ['one that is not sure does not wait', [], [push(alarm(2, { confidence: 0.4 }), 1)], []],
  ['of a later server nothing is known', [alarm(1)], [push(null, 1)], [1]],
] as const)('%s', (_, open, pushes, expected) => {
  expect(ids(withPushed(open, pushes, ASKED))).toEqual(expected)
})

test('a later push about the same alarm counts', () => {
  const [one] = withPushed([alarm(1, { status: 'provisional' })], [push(alarm(1, { status: 'confirmed' }), 5)], ASKED)
  expect(one?.status).toBe('confirmed')
})

test('one shown while the clock of the device was ahead is not newer than the list because of that', () => {
  const nowMs = ASKED + 60 * 60_000
  const [old, later] = [alarm(1, { detectedAt: '2026-05-10T11:50:00Z' }), alarm(2)]
  const pushes = [push(later, 24 * 60), push(old, 24 * 60 - 12)]
  expect(ids(withPushed([], pushes, ASKED, nowMs))).toEqual([2])
})

let end: (() => void) | undefined
afterEach(() => end?.())

/** Opens a page that knows one alarm, with a worker that holds these pushes. */
async function openPage(pushes: unknown) {
  const worker = startWorkerStandIn(({ type }) => (type === 'pushes' ? pushes : undefined))
  end = worker.end
  hearWorker()
  const client = new QueryClient()
  client.setQueryData(openAlarmsQuery.queryKey, [alarm(1)], { updatedAt: ASKED })
  await followPushes(client)
  const open = () => client.getQueryState<Alarm[]>(openAlarmsQuery.queryKey)
  return { worker, open }
}

test('the list of a page includes pushed alarms and keeps its old timestamp', async () => {
  const pushes = [push(alarm(2), 1)]
  const { worker, open } = await openPage(pushes)
  expect(ids(open()!.data!)).toEqual([2, 1])
  expect(open()!.dataUpdatedAt).toBe(ASKED)
  pushes.push(push(alarm(3), 2))
  worker.tell({ type: 'pushed' })
  await expect.poll(() => ids(open()!.data!)).toEqual([3, 2, 1])
})

test.each([undefined, 'nonsense', {}])(
  'a worker that keeps none, or is of another version, changes nothing: %j',
  async (pushes) => {
    const { open } = await openPage(pushes)
    expect(ids(open()!.data!)).toEqual([1])
  },
)
