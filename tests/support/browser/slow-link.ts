import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

const TICK_MS = 10
const PIECE_BYTES = 1460
/** How many bytes may queue in the link before the sender has to wait. */
const QUEUE_BYTES = 64 * 1024

type Piece = { to: Socket; bytes: Buffer }

export type LinkSpeed = { bytesPerSecond: number; latencyMs: number }

/** 400 kbit per second, and 400 ms from request to answer. */
export const SLOW_3G: LinkSpeed = { bytesPerSecond: 50_000, latencyMs: 400 }

/**
 * Sits between a browser and a server on loopback and acts like a mobile network: all connections, of pages and workers, share its bytes per second on the way
 * down, and each answer is delayed. If `state.speed` is undefined there is no limit; a stalled link lets nothing through.
 */
export async function startSlowLink(serverUrl: string) {
  const state = { speed: undefined as LinkSpeed | undefined, stalled: false, target: new URL(serverUrl) }
  const counted = { bytes: 0, requests: 0, lastByteAt: 0 }
  const waiting = new Map<Socket, Piece[]>()
  const sockets = new Set<Socket>()
  let allowed = 0

  const deliver = ({ to, bytes }: Piece) => {
    const give = () => {
      if (to.destroyed) return
      counted.bytes += bytes.length
      counted.lastByteAt = performance.now()
      to.write(bytes)
    }
    if (state.speed) setTimeout(give, state.speed.latencyMs)
    else give()
  }

  /** Serves the connections in turn, piece by piece. */
  const pump = () => {
    if (state.stalled) return
    const perTick = state.speed ? (state.speed.bytesPerSecond * TICK_MS) / 1000 : Number.POSITIVE_INFINITY
    allowed = Math.min(allowed + perTick, perTick + PIECE_BYTES)
    while (allowed > 0 && waiting.size > 0) {
      const [[from, pieces]] = [...waiting] as [[Socket, Piece[]]]
      const piece = pieces.shift()
      // a connection that had its turn goes to the end of the queue
      waiting.delete(from)
      if (!piece) continue
      if (pieces.length > 0) waiting.set(from, pieces)
      allowed -= piece.bytes.length
      deliver(piece)
      if (pieces.length * PIECE_BYTES < QUEUE_BYTES) from.resume()
    }
  }
  const timer = setInterval(pump, TICK_MS)

  const server = createServer((browser) => {
    const upstream = connect(Number(state.target.port), '127.0.0.1')
    for (const socket of [browser, upstream]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    browser.on('data', (bytes: Buffer) => {
      if (/^(GET|POST|PUT|PATCH|DELETE|HEAD) \//.test(bytes.toString('latin1', 0, 8))) counted.requests++
      if (!state.stalled) upstream.write(bytes)
    })
    upstream.on('data', (bytes: Buffer) => {
      const pieces = waiting.get(upstream) ?? []
      for (let at = 0; at < bytes.length; at += PIECE_BYTES)
        pieces.push({ to: browser, bytes: bytes.subarray(at, at + PIECE_BYTES) })
      waiting.set(upstream, pieces)
      if (pieces.length * PIECE_BYTES >= QUEUE_BYTES) upstream.pause()
    })
    browser.on('close', () => upstream.destroy())
    upstream.on('close', () => setTimeout(() => browser.destroy(), 2 * (state.speed?.latencyMs ?? 0)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    state,
    /** What has arrived since the last call: bytes including headers, number of requests, and when the last byte came. */
    take() {
      const taken = { ...counted }
      Object.assign(counted, { bytes: 0, requests: 0, lastByteAt: performance.now() })
      return taken
    },
    /** When the last byte came, on the scale of `performance.now()`. */
    lastByteAt: () => counted.lastByteAt,
    async close() {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
