import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

/** A stand-in for an error reporting service: keeps the envelopes as they came. */
export async function startErrorService() {
  const envelopes: string[] = []
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const body = Buffer.concat(chunks)
      envelopes.push((incoming.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString())
      outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    dsn: `http://0123456789abcdef0123456789abcdef@127.0.0.1:${port}/7`,
    envelopes,
    /** The envelopes that contain an error. */
    events: () => envelopes.filter((text) => text.includes('"type":"event"')),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
