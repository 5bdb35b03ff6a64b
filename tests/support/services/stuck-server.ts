import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'

const DRIP_MS = 300

/** A server on loopback that accepts every connection and says nothing, or a byte of `drips` now and then, and never ends a line. */
export async function startStuckServer({ drips = '' } = {}) {
  const sockets = new Set<Socket>()
  const state = { connections: 0, most: 0 }
  const server = createServer((socket) => {
    sockets.add(socket)
    state.connections++
    state.most = Math.max(state.most, sockets.size)
    socket.resume()
    socket.on('error', () => undefined)
    let said = 0
    const timer = setInterval(() => {
      if (drips !== '') socket.write(drips[said++ % drips.length]!)
    }, DRIP_MS)
    socket.once('close', () => {
      clearInterval(timer)
      sockets.delete(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    address: `127.0.0.1:${port}`,
    state,
    /** The number of currently open connections. */
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
