import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Half a kilobyte over a bad mobile network, and not a header line a minute from somebody who wants to hold connections. */
const HEADERS_MS = 30_000
/** The largest table of an import at 2 Mbit/s, the largest body of a transmitter at 10 kbit/s. */
const REQUEST_MS = 15 * 60_000
/**
 * Neither a byte in nor out: who asks and does not read, and who keeps a connection for later. Longer than proxies keep what is idle
 * (nginx 60 s, Traefik 90 s, Caddy 120 s): who sends first on a connection is never who closes it. Event streams say something
 * every 20 s.
 */
const SILENCE_MS = 130_000
const CONNECTIONS = 10_000
/** A carrier has thousands of transmitters behind an address, each for some seconds an hour. */
const CONNECTIONS_AN_ADDRESS = 1000
const MAKE_ROOM_EVERY_MS = 1000

export type ConnectionLimits = { connections: number; anAddress: number }

/**
 * How long connections may do nothing, and how many there are. One too many closes those that are idle; of one address, other than
 * of a proxy on this machine, one that is trusted or another node, there is a share.
 */
export function guardConnections(
  server: Server,
  { trustProxy }: { trustProxy: boolean },
  limits: ConnectionLimits = { connections: CONNECTIONS, anAddress: CONNECTIONS_AN_ADDRESS },
  isNode: (address: string) => boolean = () => false,
): void {
  // one limit for both: a second one between requests costs two timers a request
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
