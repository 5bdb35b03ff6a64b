import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { remoteOf } from '../../platform/http/connections/remote-address.ts'
import { createPassOn, createRecognizing, type PassOn } from './pass-on.ts'

const SECRET = 'the nodes of these tests know one another by this'

let keeper: Server
let standby: Server
let passOn: PassOn
let keeperPlace: string | undefined
let asked: { url: string | undefined; isPassedOn: boolean; remote: string | undefined; headers: object }[]
let connections: number
let silences: string[]

const listening = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
let url: string

beforeEach(async () => {
  asked = []
  connections = 0
  silences = []
  const recognizing = createRecognizing(SECRET)
  keeper = createServer(async (incoming, outgoing) => {
    const isPassedOn = recognizing.isPassedOn(incoming)
    asked.push({ url: incoming.url, isPassedOn, remote: remoteOf(incoming), headers: incoming.headers })
    if (incoming.url === '/break') return void outgoing.socket!.destroy()
    if (incoming.url === '/half') {
      outgoing.write('half of')
      return void setTimeout(() => outgoing.destroy(), 20)
    }
    if (incoming.url === '/silent') return
    if (incoming.url === '/events')
      return void outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part)
    outgoing.writeHead(201, { 'set-cookie': ['a=1', 'b=2'], 'x-answer': 'yes' })
    outgoing.end(Buffer.concat(parts))
  })
  keeper.on('connection', () => connections++)
  keeperPlace = await listening(keeper)
  passOn = createPassOn(SECRET, (place) => silences.push(place))
  standby = createServer((incoming, outgoing) => passOn.pass(incoming, outgoing, keeperPlace))
  url = await listening(standby)
})
afterEach(() => {
  passOn.close()
  for (const server of [keeper, standby]) {
    server.closeAllConnections()
    server.close()
  }
})

const refused = async (answer: Response) => {
  expect(answer.status).toBe(503)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  return ((await answer.json()) as { code: string }).code
}

test('a request is passed on as it came, and its answer is returned unchanged', async () => {
  const headers = { authorization: 'Bearer key', cookie: 'c=3', te: 'trailers', 'x-forwarded-for': '10.1.1.1' }
  const body = 'ä'.repeat(1_000_000)
  const answer = await fetch(`${url}/api/some?a=%20b`, { method: 'POST', headers, body })
  expect(answer.status).toBe(201)
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(await answer.text()).toBe(body)
  const { authorization, cookie } = headers
  expect(asked).toEqual([
    {
      url: '/api/some?a=%20b',
      isPassedOn: true,
      remote: '127.0.0.1',
      headers: expect.objectContaining({
        authorization,
        cookie,
        'x-forwarded-for': '10.1.1.1',
        host: new URL(url).host,
      }),
    },
  ])
  expect(asked[0]!.headers).not.toHaveProperty('te')
})

test('consecutive requests share one connection', async () => {
  for (let i = 0; i < 10; i++) await (await fetch(`${url}/api/some`)).text()
  expect(connections).toBe(1)
})

test('an answer starts before its first data, and ends when the client disconnects', async () => {
  const answer = await new Promise<import('node:http').IncomingMessage>((resolve) =>
    request(`${url}/events`).once('response', resolve).end(),
  )
  expect(answer.headers['content-type']).toBe('text/event-stream')
  const [socket] = await new Promise<[boolean]>((resolve) => {
    keeper.getConnections((_, open) => resolve([open > 0]))
  })
  expect(socket).toBe(true)
  answer.destroy()
  await expect.poll(() => new Promise((resolve) => keeper.getConnections((_, open) => resolve(open)))).toBe(0)
})

test('for a node that is gone, or no longer the keeper, the answer is 503', async () => {
  expect(await refused(await fetch(`${url}/break`))).toBe('keeper_unknown')
  const waiting = fetch(`${url}/silent`)
  await expect.poll(() => asked.length).toBeGreaterThan(1)
  passOn.giveUp()
  expect(await refused(await waiting)).toBe('keeper_unknown')
  keeperPlace = undefined
  expect(await refused(await fetch(`${url}/api/some`, { method: 'POST', body: 'readings' }))).toBe('keeper_unknown')
  keeperPlace = 'http://127.0.0.1:1'
  const inGerman = await fetch(`${url}/api/some`, { headers: { 'accept-language': 'de' } })
  expect(await inGerman.json()).toMatchObject({ code: 'keeper_unknown', message: expect.stringContaining('Server') })
})

test('of a request that the keeper may have carried out, the answer does not say that nothing was stored', async () => {
  const answer = await fetch(`${url}/break`, { method: 'POST', headers: { 'accept-language': 'en' } })
  expect(await answer.json()).toMatchObject({ message: expect.not.stringMatching(/stored|saved/) })
})

test('a silent keeper is reported once, until it has answered', async () => {
  const silent = 'http://127.0.0.1:1'
  const reached = keeperPlace
  keeperPlace = silent
  for (let i = 0; i < 3; i++) await refused(await fetch(`${url}/api/some`))
  expect(silences).toEqual([silent])
  keeperPlace = reached
  await (await fetch(`${url}/api/some`)).text()
  keeperPlace = silent
  await refused(await fetch(`${url}/api/some`))
  expect(silences).toEqual([silent, silent])
})

test('half an answer does not pass for a whole one', async () => {
  const answer = await fetch(`${url}/half`)
  await expect(answer.text()).rejects.toThrow()
})

test('only a node can name the client', async () => {
  const headers = {
    'x-hivewatch-node': 'something that was guessed, of the same length....',
    'x-hivewatch-client': '9.9.9.9',
  }
  await (await fetch(`${keeperPlace}/api/some`, { headers })).text()
  expect(asked.at(-1)).toMatchObject({ isPassedOn: false, remote: '127.0.0.1' })
  await (await fetch(`${url}/api/some`, { headers })).text()
  expect(asked.at(-1)).toMatchObject({ isPassedOn: true, remote: '127.0.0.1' })
  await (await fetch(`${keeperPlace}/api/some`, { headers: { ...headers, 'x-hivewatch-node': SECRET } })).text()
  expect(asked.at(-1)).toMatchObject({ isPassedOn: true, remote: '9.9.9.9' })
})
