import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { guardConnections } from './guard-connections.ts'

async function serve(limits: { connections: number; anAddress: number }) {
  const server: Server = createServer((_, outgoing) => outgoing.end('here'))
  guardConnections(server, { trustProxy: false }, limits)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sockets: Socket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  async function open(): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => undefined)
    sockets.push(socket)
    await once(socket, 'connect')
    return socket
  }
  return { server, open }
}

async function ask(socket: Socket): Promise<string> {
  socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n')
  const gone = once(socket, 'close').then(() => ['closed'])
  const [answer] = await Promise.race([once(socket, 'data'), gone])
  return String(answer)
}

test('a connection is kept for longer than a proxy keeps it', async () => {
  const { server, open } = await serve({ connections: 10, anAddress: 10 })
  expect([server.keepAliveTimeout, server.timeout]).toEqual([0, 130_000])
  server.timeout = 300
  const socket = await open()
  const since = performance.now()
  expect(await ask(socket)).toContain('Connection: keep-alive')
  await once(socket, 'close')
  expect(performance.now() - since).toBeGreaterThan(290)
})

test('if there are too many connections, idle ones make room', async () => {
  const { open } = await serve({ connections: 3, anAddress: 10 })
  const idle = [await open(), await open(), await open()]
  for (const socket of idle) await ask(socket)
  const closed = Promise.all(idle.map((socket) => once(socket, 'close')))
  const refused = await open()
  await Promise.all([closed, once(refused, 'close')])
  expect(await ask(await open())).toContain('here')
})

test('an address has a limited number of connections; after closing one it may open another', async () => {
  const { server, open } = await serve({ connections: 10, anAddress: 2 })
  server.prependListener('connection', (socket) =>
    Object.defineProperty(socket, 'remoteAddress', { value: '198.51.100.7' }),
  )
  const [first, second] = [await open(), await open()]
  await once(await open(), 'close')
  expect(await ask(second)).toContain('here')
  first.destroy()
  await expect.poll(async () => ask(await open())).toContain('here')
})

test('a proxy on this machine is not limited', async () => {
  const { open } = await serve({ connections: 10, anAddress: 2 })
  for (const socket of [await open(), await open(), await open()]) expect(await ask(socket)).toContain('here')
})
