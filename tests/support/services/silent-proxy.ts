import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type SilentProxy = {
  port: number
  /** From now on nothing passes and nobody is notified; data in transit is lost, as when a cable is pulled. */
  silence(): void
  /** Lets new connections pass; earlier ones stay silent for good. */
  speak(): void
  /** Directs new connections to another port. */
  lead(to: number): void
  close(): void
}

/** A proxy to a port of this machine that can go silent or lead elsewhere. */
export async function startSilentProxy(to: number): Promise<SilentProxy> {
  const sockets = new Set<Socket>()
  let target = to
  let silenced = 0
  let isSilent = false
  const server = createServer((near) => {
    const since = silenced
    const passes = () => !isSilent && since === silenced
    const far = connect(target, '127.0.0.1')
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk) => passes() && into.write(chunk))
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        if (passes()) into.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    silence() {
      silenced++
      isSilent = true
    },
    speak() {
      isSilent = false
    },
    lead(other) {
      target = other
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
