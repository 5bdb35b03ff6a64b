import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { guardConnections } from './guard-connections.ts'
import { servePlainRequests } from './plain-connections.ts'

let servers: Server[]
/** How many requests bypassed the server's own parser. */
let plain: number
let release: (() => void) | undefined

const said = (url: string, body: string) => JSON.stringify({ url, body })

async function serve(isPlain: boolean): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    let body = ''
    incoming.setEncoding('utf8')
    incoming.on('error', () => undefined)
    incoming.on('data', (text) => {
      body += text
    })
    incoming.on('end', () => {
      const text = said(incoming.url!, body)
      outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
      outgoing.end(text)
    })
  })
  if (isPlain) {
    servePlainRequests(server, 'POST /take HTTP/1.1', async ({ body }) => {
      plain++
      const text = Buffer.from(body).toString()
      if (text === 'wait') await new Promise<void>((resolve) => (release = resolve))
      return { status: 200, text: said('/take', text) }
    })
  }
  guardConnections(server, { trustProxy: false })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  return server
}

function open(server: Server): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.setNoDelay(true)
  socket.on('error', () => undefined)
  return socket
}

/** Everything that is answered to pieces sent one after the other, except the time of day. */
async function answered(server: Server, pieces: readonly Buffer[]): Promise<string> {
  const socket = open(server)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  const closed = once(socket, 'close')
  for (const piece of pieces) {
    socket.write(piece)
    await turn()
    await turn()
  }
  socket.end()
  await closed
  return text.replaceAll(/\r\nDate: [^\r]*/g, '')
}

beforeEach(() => {
  servers = []
  plain = 0
  release = undefined
})
afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

const request = (body: string, line = 'POST /take HTTP/1.1', headers = '') =>
  `${line}\r\nHost: here\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

const sound = [
  request('{"a":1}'),
  request(''),
  request('äöü', undefined, 'X-Any: thing\r\naccept-language:de\r\n'),
  request('large '.repeat(500)),
  request('', 'GET /other HTTP/1.1'),
  request('another path', 'POST /taken HTTP/1.1'),
  request('twice', undefined, 'X-One: a\r\nX-One: b\r\n'),
  request('kept', undefined, 'Connection: Keep-Alive\r\n'),
  'POST /take HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
]
/** Each of these ends the connection. */
const last = [
  request('both', undefined, 'Transfer-Encoding: chunked\r\n'),
  request('old', 'POST /take HTTP/1.0'),
  request('closing', undefined, 'Connection: close\r\n'),
  request('length', undefined, 'Content-Length: 6\r\n'),
  request('other length', undefined, 'Content-Length: 3\r\n'),
  request('folded', undefined, 'X-One: a\r\n b\r\n'),
  request('space', undefined, 'X-One : a\r\n'),
  request('bare', undefined, 'X-One: a\nX-Two: b\r\n'),
  'POST /take HTTP/1.1\r\nContent-Length: 1\r\n\r\na',
  'POST /take HTTP/1.1\r\nHost: here\r\nContent-Length: +1\r\n\r\na',
  'POST /take HTTP/1.1\r\nHost: here\r\nContent-Length: 5\r\n\r\nab',
  'no request at all\r\n\r\n',
]

test('each request, however it is split and whatever precedes it, gets the same answer as from the server, byte for byte', async () => {
  const [ours, theirs] = [await serve(true), await serve(false)]
  const same = async (pieces: readonly Buffer[]) =>
    expect(await answered(ours, pieces)).toBe(await answered(theirs, pieces))
  const cut = (text: string, at: readonly number[]) => {
    const all = Buffer.from(text)
    const places = [...new Set(at.map((place) => place % all.length))].sort((a, b) => a - b)
    return [0, ...places].map((from, i) => all.subarray(from, places[i] ?? all.length))
  }
  const cuts = fc.array(fc.nat(3000), { maxLength: 4 })
  const one = fc.constantFrom(...sound, ...last)
  const some = fc.array(fc.constantFrom(...sound), { minLength: 1, maxLength: 5 })
  for (const text of [...sound, ...last]) await same(cut(text, []))
  await fc.assert(fc.asyncProperty(one, cuts, (text, at) => same(cut(text, at)).then(() => undefined)))
  await fc.assert(fc.asyncProperty(some, cuts, (texts, at) => same(cut(texts.join(''), at)).then(() => undefined)))
  await fc.assert(fc.asyncProperty(some, (texts) => same(texts.map((text) => Buffer.from(text))).then(() => undefined)))
  expect(plain).toBeGreaterThan(20)
})

test('data arriving before an answer waits for it, and is not lost', async () => {
  const server = await serve(true)
  const socket = open(server)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.write(request('wait'))
  await expect.poll(() => release).toBeDefined()
  socket.write(request('second') + request('third', 'POST /other HTTP/1.1'))
  await turn()
  release!()
  await expect
    .poll(() => text.match(/"body":"[a-z]*"/g))
    .toEqual(['"body":"wait"', '"body":"second"', '"body":"third"'])
  socket.destroy()
})

test('a closing server ends idle connections, and answers pending requests', async () => {
  const server = await serve(true)
  const [idle, busy] = [open(server), open(server)]
  idle.write(request('one'))
  await once(idle, 'data')
  busy.write(request('wait'))
  await expect.poll(() => release).toBeDefined()
  const closed = new Promise((resolve) => server.close(resolve))
  await once(idle, 'close')
  release!()
  const [answer] = await once(busy, 'data')
  expect(String(answer)).toContain('"wait"')
  busy.resume()
  await closed
})

test('a connection that is silent for too long, at first or later, is cut off', async () => {
  const server = await serve(true)
  server.timeout = 200
  const [silent, later] = [open(server), open(server)]
  silent.resume()
  later.write(request('one'))
  await once(later, 'data')
  await Promise.all([once(silent, 'close'), once(later, 'close')])
})

test('a connection that breaks while it is answered costs nothing', async () => {
  const server = await serve(true)
  const socket = open(server)
  socket.write(request('wait'))
  await expect.poll(() => release).toBeDefined()
  socket.resetAndDestroy()
  await once(socket, 'close')
  release!()
  expect(await answered(server, [Buffer.from(request('next'))])).toContain('"next"')
})
