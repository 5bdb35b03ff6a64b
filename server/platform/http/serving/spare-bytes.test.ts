import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { spareBytes } from './spare-bytes.ts'

const long = { hives: Array.from({ length: 200 }, (_, i) => ({ id: i, name: `Hive ${i}` })) }
const app = new Hono()
  .use(spareBytes)
  .get('/api/dashboard', (c) => c.json(long, 200, { Vary: 'Accept-Language' }))
  .get('/api/short', (c) => c.json({ id: 1 }))
  .get('/api/user/ping', (c) => c.json(long))
  .get('/api/controller/7/key', (c) => c.json(long))
  .get('/api/controller/7/watchCode', (c) => c.json(long))
  .get('/api/tiles', (c) => c.body(new Uint8Array(5000), 200, { 'Content-Type': 'application/octet-stream' }))
  .get('/api/parts', (c) =>
    c.body(JSON.stringify(long), 200, {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store, no-transform',
    }),
  )
  .get('/api/file', (c) => c.json(long, 200, { 'Content-Disposition': 'attachment' }))
  .get('/api/refused', (c) => c.json(long, 404))
  .post('/api/dashboard', (c) => c.json(long))

const get = (target: string, headers: Record<string, string> = {}) => app.request(target, { headers })
const everything = { 'accept-encoding': 'gzip, deflate, br' }

it.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip, deflate', gunzipSync],
] as const)('compresses with %s for clients that accept %s', async (encoding, taken, unpack) => {
  const response = await get('/api/dashboard', { 'accept-encoding': taken })
  expect(response.headers.get('content-encoding')).toBe(encoding)
  expect(response.headers.get('vary')).toBe('Accept-Language, Accept-Encoding')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.length).toBeLessThan(JSON.stringify(long).length / 3)
  expect(JSON.parse(unpack(bytes).toString())).toEqual(long)
})

it('is sent uncompressed to clients that accept neither, but still with Vary', async () => {
  const response = await get('/api/dashboard')
  expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual([
    null,
    'Accept-Language, Accept-Encoding',
  ])
  expect(await response.json()).toEqual(long)
})

it('answers the same through the Node adapter, which has its own Response class', async () => {
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/dashboard`, { headers: { 'accept-encoding': 'br' } })
    expect(response.headers.get('vary')).toBe('Accept-Language, Accept-Encoding')
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(await response.json()).toEqual(long)
    const known = { 'if-none-match': response.headers.get('etag')! }
    const again = await fetch(`http://127.0.0.1:${port}/api/dashboard`, { headers: known })
    expect([again.status, again.headers.get('vary'), await again.text()]).toEqual([
      304,
      'Accept-Language, Accept-Encoding',
      '',
    ])
  } finally {
    server.close()
  }
})

it('sends nothing to clients that already have it, in whichever encoding', async () => {
  const etag = (await get('/api/dashboard', everything)).headers.get('etag')!
  expect(etag).toMatch(/^W\//)
  const again = await get('/api/dashboard', { 'if-none-match': `"other", ${etag}` })
  expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
  expect((await get('/api/short', { 'if-none-match': etag })).status).toBe(200)
})

it('does not compress short answers, but recognizes them again', async () => {
  const response = await get('/api/short', everything)
  expect(response.headers.get('content-encoding')).toBeNull()
  expect(await response.json()).toEqual({ id: 1 })
  expect((await get('/api/short', { 'if-none-match': response.headers.get('etag')! })).status).toBe(304)
})

it.each([
  '/api/user/ping',
  '/api/controller/7/key',
  '/api/controller/7/watchCode',
  '/api/tiles',
  '/api/parts',
  '/api/file',
  '/api/refused',
])('leaves alone what may contain secrets, is not JSON, is long or is a file: %s', async (target) => {
  const { headers } = await get(target, everything)
  expect([headers.get('content-encoding'), headers.get('etag')]).toEqual([null, null])
})

it('leaves answers to changes alone', async () => {
  const { headers } = await app.request('/api/dashboard', { method: 'POST', headers: everything })
  expect(headers.get('content-encoding')).toBeNull()
})
