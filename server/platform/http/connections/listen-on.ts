import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StartError } from '../../runtime/start-error.ts'

const CLOSE_CONNECTIONS_AFTER_MS = 2000

/** Resolves with the address once the server listens. */
export async function listenOn(server: Server, { host, port }: { host: string; port: number }): Promise<string> {
  const listening = await new Promise<number>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      // a link-local address needs its interface as well
      const isUnknown = error.syscall === 'getaddrinfo' || error.code === 'EINVAL'
      reject(isUnknown ? new StartError(`${host} is not known here: set HOST to an address of this machine`) : error)
    })
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
  return `http://${host.includes(':') ? `[${host}]` : host}:${listening}`
}

/** Resolves once all requests are answered, or their time is up. */
export async function stopListening(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const impatient = setTimeout(() => server.closeAllConnections(), CLOSE_CONNECTIONS_AFTER_MS)
  await closed
  clearTimeout(impatient)
}
