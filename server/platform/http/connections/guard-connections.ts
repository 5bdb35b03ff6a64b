import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Enough for half a kilobyte over a bad mobile network, but not for one header line per minute from somebody who wants to hold connections. */
const HEADERS_MS = 30_000
/** Enough for an import's largest table at 2 Mbit/s, and a transmitter's largest body at 10 kbit/s. */
const REQUEST_MS = 15 * 60_000
/**
 * For connections without a byte in either direction: callers who do not read, and idle kept-alive connections. Longer than proxies keep idle
 * ones (nginx 60 s, Traefik 90 s, Caddy 120 s), so that the side that sends first is never the one that closes. Event streams send something
 * every 20 s.
 */
const SILENCE_MS = 130_000
const CONNECTIONS = 10_000
/** A carrier may have thousands of transmitters behind one address, each connected for a few seconds per hour. */
const CONNECTIONS_AN_ADDRESS = 1000
const MAKE_ROOM_EVERY_MS = 1000

export type ConnectionLimits = { connections: number; anAddress: number }

/**
 * Limits how long connections may idle, and how many there are. Beyond the maximum, idle ones are closed; each address has a limit of its own,
 * except a proxy on this machine or a trusted one, and other nodes.
 */
export function guardConnections(
  server: Server,
  { trustProxy }: { trustProxy: boolean },
  limits: ConnectionLimits = { connections: CONNECTIONS, anAddress: CONNECTIONS_AN_ADDRESS },
  isNode: (address: string) => boolean = () => false,
): void {
  // one limit for both: a separate one between requests would cost two timers per request
  server.keepAliveTimeout = 0
  server.headersTimeout = HEADERS_MS
  server.requestTimeout = REQUEST_MS
  server.timeout = SILENCE_MS
  server.maxConnections = limits.connections
  const open = new Map<string, number>()
  let roomMadeAt = Number.NEGATIVE_INFINITY

  server.on('drop', () => {
    if (performance.now() - roomMadeAt < MAKE_ROOM_EVERY_MS) return
    roomMadeAt = performance.now()
    server.closeIdleConnections()
  })
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (trustProxy || isLoopback(address) || isNode(address)) return
    const count = (open.get(address) ?? 0) + 1
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
    if (count > limits.anAddress) socket.destroy()
  })
}

const isLoopback = (address: string): boolean => /^(::1|(::ffff:)?127\.)/.test(address)
