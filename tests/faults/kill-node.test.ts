import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ApiClient } from '../../server/demo/api-client.ts'
import { IS_LONG_RUN } from './installation.ts'
import { type Node, nodesForEachTest } from './nodes.ts'

const identity = { imei: '356938035643809', imsi: '228011234567890' }
const password = createHash('sha256').update('bienenstand').digest('hex')
const start = Date.parse('2026-05-10T00:00:00Z') / 1000
const SENDERS = 8
const KILLS = IS_LONG_RUN ? 30 : 3

const nodes = nodesForEachTest()

type Timeline = { series: { tiles: { time: number[] }[] }[] }

test('a kill of either node under load loses nothing that was acknowledged, and the other takes over', async () => {
  const pair = (await nodes.make(2)) as [Node, Node]
  for (const node of pair) await node.start()
  const apis = pair.map(({ url }) => new ApiClient(url))
  await apis[1]!.post('/registration/user', { email: 'kill@example.ch', password, acceptTerms: true, language: 'en' })
  const claim = { ...identity, name: 'Waldrand', location: null, updateInterval: 1 }
  const { deviceKey } = await apis[1]!.post<{ deviceKey: string }>('/registration/controller', claim)
  const headers = { authorization: `Bearer ${deviceKey}`, 'content-type': 'application/json' }

  const acknowledged: number[] = []
  const refusals = new Set<string>()
  let minute = 0
  let isSending = true
  const senders = Array.from({ length: SENDERS }, async (_, sender) => {
    for (let sent = sender; isSending; sent++) {
      const time = start + 60 * minute++
      const reading = { time: new Date(time * 1000).toISOString(), channel: 1, weight: 40 }
      const body = JSON.stringify({ ...identity, readings: [reading] })
      const url = `${pair[sent % 2]!.url}/api/ingest`
      const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
      if (answer?.ok) acknowledged.push(time)
      else if (answer) {
        expect(answer.status).toBe(503)
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
        refusals.add(((await answer.json()) as { code: string }).code)
      }
      await answer?.arrayBuffer().catch(() => undefined)
      if (!answer?.ok) await pause(50)
    }
  })

  const away: number[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const enough = acknowledged.length + 100
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(enough)
    await pause(Math.random() * 300)
    const killed = pair[Math.floor(Math.random() * 2)]!
    const other = pair.find((node) => node !== killed)!
    await killed.server.kill()
    const begun = performance.now()
    await expect
      .poll(async () => (await fetch(`${other.url}/readyz`)).status, { timeout: 60_000, interval: 50 })
      .toBe(200)
    const had = acknowledged.length
    await expect.poll(() => acknowledged.length, { timeout: 60_000, interval: 20 }).toBeGreaterThan(had)
    away.push(Math.round(performance.now() - begun))
    await killed.start()
  }
  isSending = false
  await Promise.all(senders)

  expect([...refusals].filter((code) => !['keeper_unknown', 'storage_unavailable'].includes(code))).toEqual([])
  const span = `scales=1&from=${start}&to=${start + 30 * 86_400}&level=raw`
  for (const api of apis) {
    await api.post('/user/login', { email: 'kill@example.ch', password })
    const { series } = await api.get<Timeline>(`/timeline?${span}`)
    const stored = series.flatMap(({ tiles }) => tiles.flatMap(({ time }) => time))
    const there = new Set(stored)
    expect(acknowledged.filter((time) => !there.has(time))).toEqual([])
    expect(there.size).toBe(stored.length)
  }
  if (IS_LONG_RUN)
    console.info(`without a node that takes readings after each of ${KILLS} kills, in ms:`, away.join(' '))
  expect(Math.max(...away)).toBeLessThan(60_000)
  for (const node of pair) await node.server.stop()
}, 1_800_000)
