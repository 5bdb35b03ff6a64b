import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type WeakNetwork = Awaited<ReturnType<typeof startWeakNetwork>>

/** Sits between the browser and the server on loopback: it can hold back answers, fail in the server's place, and simulate a new version of the app. */
export async function startWeakNetwork(serverUrl: string) {
  const state = {
    /** Requests whose path starts with this get no answer until `release`. */
    hangs: undefined as string | undefined,
    /** Changes (POST, DELETE) whose path starts with this get this answer instead of the server's. */
    refuses: undefined as { path: string; status: number; body: object } | undefined,
    /** Matching paths are answered with a page of its own, as by a hotspot that requires a sign-in first. */
    hotspot: undefined as ((path: string) => boolean) | undefined,
    /** Appended to the service worker's script, which makes it a new version. */
    version: '',
  }
  const target = new URL(serverUrl)
  let held: (() => void)[] = []
  const server = createServer(async (incoming, answer) => {
    if (state.hangs !== undefined && incoming.url?.startsWith(state.hangs)) {
      await new Promise<void>((release) => held.push(release))
    }
    if (state.hotspot?.(incoming.url?.split('?')[0] ?? '')) {
      incoming.resume()
      answer
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end('<!doctype html><title>WLAN</title>Welcome to our WLAN')
      return
    }
    const { refuses } = state
    if (refuses && incoming.method !== 'GET' && incoming.url?.startsWith(refuses.path)) {
      incoming.resume()
      answer.writeHead(refuses.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(refuses.body))
      return
    }
    const options = { host: '127.0.0.1', port: target.port, path: incoming.url, method: incoming.method }
    const headers = { ...incoming.headers }
    if (incoming.url === '/sw.js') {
      delete headers['accept-encoding']
      delete headers['if-none-match']
    }
    const outgoing = ask({ ...options, headers }, (reply) => {
      if (incoming.url !== '/sw.js') {
        answer.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(answer)
        return
      }
      const { 'content-length': _length, etag: _etag, ...kept } = reply.headers
      answer.writeHead(reply.statusCode ?? 502, kept)
      reply.on('end', () => answer.end(state.version))
      reply.pipe(answer, { end: false })
    })
    outgoing.on('error', () => answer.destroy())
    incoming.pipe(outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    state,
    /** Releases what was held back, and lets everything through from then on. */
    release() {
      state.hangs = undefined
      for (const one of held) one()
      held = []
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
