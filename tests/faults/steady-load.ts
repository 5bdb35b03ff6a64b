import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { ApiClient } from '../../server/demo/api-client.ts'
import type { Node } from './nodes.ts'

const identity = { imei: '356938035643809', imsi: '228011234567890' }
const account = { email: 'kill@example.ch', password: createHash('sha256').update('bienenstand').digest('hex') }
const start = Date.parse('2026-05-10T00:00:00Z') / 1000
const SENDERS = 8
const MAY_BE_SAID = ['keeper_unknown', 'storage_unavailable']

type Timeline = { series: { tiles: { time: number[] }[] }[] }

export type SteadyLoad = {
  /** The times of readings that were answered with 200. */
  acknowledged: number[]
  /** Resolves once this many more were acknowledged. */
  more(count: number): Promise<void>
  stop(): Promise<void>
  /** Expects everything acknowledged to be stored, each reading once, on every node. */
  expectKept(): Promise<void>
}

/** A transmitter sends to the nodes in turn without end, eight requests at a time. Every refusal must be a 503 with `Retry-After`. */
export async function startSteadyLoad(nodes: readonly Node[]): Promise<SteadyLoad> {
  const api = new ApiClient(nodes.at(-1)!.url)
  await api.post('/registration/user', { ...account, acceptTerms: true, language: 'en' })
  const claim = { ...identity, name: 'Waldrand', location: null, updateInterval: 1 }
  const { deviceKey } = await api.post<{ deviceKey: string }>('/registration/controller', claim)
  const headers = { authorization: `Bearer ${deviceKey}`, 'content-type': 'application/json' }
  const acknowledged: number[] = []
  const answers = new Set<string>()
  let minute = 0
  let isSending = true

  async function send(url: string): Promise<boolean> {
    const time = start + 60 * minute++
    const reading = { time: new Date(time * 1000).toISOString(), channel: 1, weight: 40 }
    const body = JSON.stringify({ ...identity, readings: [reading] })
    const signal = AbortSignal.timeout(2000)
    const answer = await fetch(`${url}/api/ingest`, { method: 'POST', headers, body, signal }).catch(() => undefined)
    const said = (await answer?.json().catch(() => ({}))) as { code?: string } | undefined
    if (answer?.ok) acknowledged.push(time)
    else if (answer) answers.add(`${answer.status} ${said?.code} ${answer.headers.has('retry-after')}`)
    return answer?.ok ?? false
  }

  const senders = Array.from({ length: SENDERS }, async (_, sender) => {
    for (let sent = sender; isSending; sent++) {
      if (!(await send(nodes[sent % nodes.length]!.url))) await pause(50)
    }
  })

  return {
    acknowledged,
    async more(count) {
      const enough = acknowledged.length + count
      await expect.poll(() => acknowledged.length, { interval: 20 }).toBeGreaterThanOrEqual(enough)
    },
    async stop() {
      isSending = false
      await Promise.all(senders)
    },
    async expectKept() {
      expect([...answers].filter((said) => !MAY_BE_SAID.some((code) => said === `503 ${code} true`))).toEqual([])
      for (const { url } of nodes) {
        const asking = new ApiClient(url)
        await asking.post('/user/login', account)
        const span = `scales=1&from=${start}&to=${start + 30 * 86_400}&level=raw`
        const { series } = await asking.get<Timeline>(`/timeline?${span}`)
        const stored = series.flatMap(({ tiles }) => tiles.flatMap(({ time }) => time))
        const there = new Set(stored)
        expect(acknowledged.filter((time) => !there.has(time))).toEqual([])
        expect(there.size).toBe(stored.length)
      }
    },
  }
}
