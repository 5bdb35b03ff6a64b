import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { openAlarmsQuery } from './alarm-queries.ts'
import { followOpenAlarms } from './app-badge.ts'

const alarm = (id: number, verdict: Alarm['verdict'] = null): Alarm => ({
  id,
  scaleId: 1,
  controllerId: 1,
  type: 'swarm',
  status: 'provisional',
  startedAt: '2026-05-10T12:00:00Z',
  detectedAt: '2026-05-10T12:10:00Z',
  endedAt: null,
  weightChange: -2,
  confidence: 0.9,
  why: [],
  verdict,
})

describe('the badge of the app', () => {
  it('counts open alarms without a verdict except hints, and disappears with the last one', async () => {
    const client = new QueryClient()
    const badge = { setAppBadge: vi.fn(async () => {}), clearAppBadge: vi.fn(async () => {}) }
    const stop = followOpenAlarms(client, badge)
    client.setQueryData(openAlarmsQuery.queryKey, [
      alarm(1),
      alarm(2),
      alarm(3, 'false'),
      { ...alarm(4), type: 'queen' },
    ])
    await expect.poll(() => badge.setAppBadge.mock.calls).toEqual([[2]])
    client.setQueryData(openAlarmsQuery.queryKey, [alarm(1), alarm(2)])
    client.setQueryData(openAlarmsQuery.queryKey, [alarm(1, 'confirmed')])
    await expect.poll(() => badge.clearAppBadge).toHaveBeenCalledOnce()
    expect(badge.setAppBadge).toHaveBeenCalledOnce()
    stop()
  })

  it('returns for the next user after a sign-out removed it, even with the same number', async () => {
    const client = new QueryClient()
    const badge = { setAppBadge: vi.fn(async () => {}), clearAppBadge: vi.fn(async () => {}) }
    const stop = followOpenAlarms(client, badge)
    client.setQueryData(openAlarmsQuery.queryKey, [alarm(1)])
    await expect.poll(() => badge.setAppBadge).toHaveBeenCalledTimes(1)
    const forgotten = new Promise<void>((resolve) => {
      client.getQueryCache().subscribe(({ type }) => type === 'removed' && resolve())
    })
    client.clear()
    await forgotten
    client.setQueryData(openAlarmsQuery.queryKey, [alarm(2)])
    await expect.poll(() => badge.setAppBadge.mock.calls).toEqual([[1], [1]])
    stop()
  })

  it('does not fail if the browser has no badge or refuses it', async () => {
    const client = new QueryClient()
    const stops = [
      followOpenAlarms(client, {}),
      followOpenAlarms(client, { setAppBadge: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }),
    ]
    client.setQueryData(openAlarmsQuery.queryKey, [alarm(1)])
    await expect.poll(() => client.getQueryData(openAlarmsQuery.queryKey)).toHaveLength(1)
    for (const stop of stops) stop()
  })
})
