import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, test } from 'vitest'
import { AddressNotAllowed } from './public-address.ts'
import { createSafeFetch, isAllowedUrl } from './safe-fetch.ts'

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com:443/wpush/v2/abc',
  'https://8.8.8.8/x',
  'https://[2606:4700::1111]/x',
])('may be posted to: %s', (url) => {
  expect(isAllowedUrl(url, false)).toBe(true)
})

test.each([
  'http://fcm.googleapis.com/x',
  'ftp://example.org/x',
  'not a url',
  'https://user:secret@example.org/x',
  'https://localhost/x',
  'https://hive.localhost/x',
  'https://printer.local/x',
  'https://metadata.google.internal/x',
  'https://router/x',
  'https://127.0.0.1/x',
  'https://127.1/x',
  'https://2130706433/x',
  'https://0x7f000001/x',
  'https://0.0.0.0/x',
  'https://10.1.2.3/x',
  'https://172.31.0.1/x',
  'https://192.168.1.1/x',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/x',
  'https://[::1]/x',
  'https://[::]/x',
  'https://[::ffff:127.0.0.1]/x',
  'https://[fe80::1]/x',
  'https://[fd00::1]/x',
])('may not be posted to: %s', (url) => {
  expect(isAllowedUrl(url, false)).toBe(false)
})

test('private addresses and plain http are accepted if allowed, other protocols never', () => {
  expect(isAllowedUrl('http://192.168.1.1/x', true)).toBe(true)
  expect(isAllowedUrl('http://localhost:8080/x', true)).toBe(true)
  expect(isAllowedUrl('file:///etc/passwd', true)).toBe(false)
})

test('a name that leads to this machine is detected when it is resolved', async () => {
  const fetch = createSafeFetch({ allowPrivate: false })
  const message = { headers: {}, body: Buffer.from('{}') }
  await expect(fetch.post('https://localhost.:9/x', message)).rejects.toThrow(AddressNotAllowed)
  fetch.close()
})

test('a kept connection that was closed meanwhile is opened again', async () => {
  let requests = 0
  const server = createServer((request, response) => {
    requests++
    if (requests === 2) request.socket.destroy()
    else response.end('ok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`
  const fetch = createSafeFetch({ allowPrivate: true })
  const message = { headers: {}, body: Buffer.from('{}') }
  await fetch.post(url, message)
  expect((await fetch.post(url, message)).text).toBe('ok')
  expect(requests).toBe(3)
  fetch.close()
  await new Promise((resolve) => server.close(resolve))
})

test('an answer may be announced a few times, but not without end', async () => {
  const server = createServer((request, response) => {
    for (let i = 0; i < Number(request.headers['x-times']); i++) response.writeProcessing()
    response.end('ok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`
  const fetch = createSafeFetch({ allowPrivate: true })
  const announced = (times: string) => fetch.post(url, { headers: { 'x-times': times }, body: Buffer.from('{}') })
  expect((await announced('3')).text).toBe('ok')
  await expect(announced('11')).rejects.toThrow('without end')
  fetch.close()
  await new Promise((resolve) => server.close(resolve))
})

test('nothing is sent before the last step; a connection that is closed while that waits is opened again', async () => {
  const bodies: string[] = []
  const sockets: Socket[] = []
  const server = createServer(async (request, response) => {
    bodies.push((await request.toArray()).join(''))
    response.end('ok')
  }).on('connection', (socket: Socket) => sockets.push(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`
  const fetch = createSafeFetch({ allowPrivate: true })
  const message = (body: string) => ({ headers: {}, body: Buffer.from(body) })
  await fetch.post(url, message('first'))

  const asked = Promise.withResolvers<void>()
  const allowed = Promise.withResolvers<void>()
  const lastStep = () => {
    asked.resolve()
    return allowed.promise
  }
  const posting = fetch.post(url, { ...message('second'), lastStep })
  await asked.promise
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => sockets.length).toBe(2)
  expect(bodies).toEqual(['first'])
  allowed.resolve()
  expect((await posting).text).toBe('ok')
  expect(bodies).toEqual(['first', 'second'])

  const ended = fetch.post(url, { ...message('third'), lastStep: () => Promise.reject(new Error('it ended')) })
  await expect(ended).rejects.toThrow('it ended')
  expect(bodies).toEqual(['first', 'second'])
  fetch.close()
  await new Promise((resolve) => server.close(resolve))
})
