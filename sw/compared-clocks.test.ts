import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { comparingFetch, keepCompared, readCompared } from './compared-clocks.ts'
import { clearDevice, setDevice } from './device.ts'
import { createOpenStore, type OpenStore } from './open-store.ts'
import { createOutbox } from './outbox.ts'

vi.stubGlobal('location', { origin: 'https://hive.test' })
const account = { id: 7, locale: 'de', variant: 'hivewatch' } as const
const at = (text: string) => Date.parse(`2026-05-${text}Z`)
const clocks = (server: string, device: string) => ({ server: at(server), device: at(device) })

let open: OpenStore
let now: number
let answer: () => Promise<Response>

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  open = createOpenStore()
  await setDevice(open, account)
  now = at('07T12:00:00')
  answer = async () => {
    throw new TypeError('Failed to fetch')
  }
})

describe('the comparison of the clocks', () => {
  const answered = async (headers: Record<string, string>) => {
    answer = async () => new Response('', { headers })
    await comparingFetch(answer, { open, now: () => now })(new Request('https://hive.test/api/timeline'))
  }
  const date = 'Sun, 10 May 2026 12:00:00 GMT'

  it('comes with each answer, and goes with a sign-out', async () => {
    expect(await readCompared(open)).toBeUndefined()
    await answered({ Date: date, 'Content-Type': 'application/json' })
    await expect.poll(() => readCompared(open)).toEqual(clocks('10T12:00:00', '07T12:00:00'))
    await clearDevice(open)
    await answered({ Date: date, 'Content-Type': 'application/json' })
    await keepCompared(open, clocks('01T00:00:00', '01T00:00:00'))
    expect(await readCompared(open)).toBeUndefined()
  })

  it.each([
    ['a page of a hotspot', { Date: date, 'Content-Type': 'text/html' }],
    ['an answer that says no time', { 'Content-Type': 'application/json' }],
  ])('does not come with %s', async (_, headers) => {
    await keepCompared(open, clocks('01T00:00:00', '01T00:00:00'))
    await answered(headers)
    await answered(headers)
    expect(await readCompared(open)).toEqual(clocks('01T00:00:00', '01T00:00:00'))
  })

  it('is done without where the device stores nothing', async () => {
    const broken = async () => {
      throw new Error('no store')
    }
    await keepCompared(broken, clocks('01T00:00:00', '01T00:00:00'))
    expect(await readCompared(broken)).toBeUndefined()
  })
})

it('a change tells when it was made and sent by the clock of the device, and how that was the last time before', async () => {
  const told: (string | null)[][] = []
  const outbox = createOutbox({
    open,
    fetch: async ({ headers }) => {
      const response = await answer()
      told.push(['Time', 'Noted', 'Compared'].map((name) => headers.get(`Device-${name}`)))
      return response
    },
    now: () => now,
    compared: () => readCompared(open),
    requestSync: async () => {},
    patience: () => new Promise(() => {}),
    changed: () => {},
  })
  const queue = (id: string) => outbox.queue({ id, method: 'POST', path: '/api/intervention', body: { id } }, 'de')
  await queue('a')
  await keepCompared(open, clocks('10T11:00:00', '07T11:00:00'))
  await queue('b')
  // set right by a network, and compared again
  now = at('10T15:00:00')
  await keepCompared(open, clocks('10T15:00:00', '10T15:00:00'))
  answer = async () => Response.json({ message: 'saved' })
  await outbox.flush()
  const [sent, noted] = ['2026-05-10T15:00:00.000Z', '2026-05-07T12:00:00.000Z']
  expect(told).toEqual([
    [sent, noted, null],
    [sent, noted, '2026-05-10T11:00:00.000Z 2026-05-07T11:00:00.000Z'],
  ])
})
