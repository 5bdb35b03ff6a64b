import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, it, vi } from 'vitest'
import { readDevice, setDevice } from './device.ts'
import { createOpenStore, type OpenStore } from './open-store.ts'
import { createSignOuts } from './sign-outs.ts'
import { wipe } from './wipe.ts'

vi.stubGlobal('location', { origin: 'https://hive.test' })
const account = { id: 7, locale: 'de', variant: 'hivewatch' } as const

let open: OpenStore
let sent: unknown[]
let syncs: number
let network: () => Promise<Response>
const online = async () => Response.json({ message: 'Signed out.' })
const offline = async (): Promise<Response> => {
  throw new TypeError('Failed to fetch')
}

const start = () =>
  createSignOuts({
    open,
    fetch: async (request) => {
      const body = await request.clone().json()
      const answer = await network()
      sent.push([request.method, new URL(request.url).pathname, body])
      return answer
    },
    requestSync: async () => {
      syncs++
      throw new DOMException('Permission denied.', 'NotAllowedError')
    },
  })

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  open = createOpenStore()
  sent = []
  syncs = 0
  network = offline
})

it('waits for a network, past a wipe and the next account, and is sent once', async () => {
  await setDevice(open, account)
  await start().keep(['one'])
  await start().keep(['one', 'two'])
  expect(syncs).toBe(2)
  const registration = { getNotifications: async () => [] }
  await wipe({ open, registration, clearBadge: async () => {} }, false)
  await setDevice(open, { ...account, id: 8 })
  expect(await start().flush()).toBe(false)
  network = online
  expect(await start().flush()).toBe(true)
  const path = '/api/user/logout'
  expect(sent).toEqual([
    ['POST', path, { token: 'one' }],
    ['POST', path, { token: 'two' }],
  ])
  expect(await start().flush()).toBe(true)
  expect(sent).toHaveLength(2)
  expect(await readDevice(open)).toEqual({ ...account, id: 8 })
})

it.each([
  [
    'a guest network that shows its own page',
    () => new Response('<h1>Welcome</h1>', { headers: { 'Content-Type': 'text/html' } }),
    false,
  ],
  ['a server that fails', () => Response.json({}, { status: 503 }), false],
  ['a server that asks to wait', () => Response.json({}, { status: 429 }), false],
  ['a server to which the token means nothing', () => Response.json({ code: 'invalid_body' }, { status: 400 }), true],
])('after %s it waits or is done', async (_, answer, isDone) => {
  network = async () => answer()
  await start().keep(['one'])
  expect(await start().flush()).toBe(isDone)
})

it('those that have not ended yet wait on', async () => {
  await start().keep(['one', 'two', 'three'])
  sent = []
  let answers = 0
  network = async () => (++answers === 2 ? offline() : online())
  expect(await start().flush()).toBe(false)
  network = online
  sent = []
  expect(await start().flush()).toBe(true)
  expect(sent).toEqual([['POST', '/api/user/logout', { token: 'two' }]])
})
