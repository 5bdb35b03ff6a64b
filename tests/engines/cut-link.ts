import { request as ask, createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { transformWithOxc } from 'vite'

type Answered = { url: string; body: string }

/**
 * Stands between a browser and the server on loopback, and can be cut like a cable. `rewrite` makes other text of pages and
 * scripts that pass.
 */
export async function startCutLink(serverUrl: string, rewrite?: (answered: Answered) => string | Promise<string>) {
  const target = new URL(serverUrl)
  const server = createServer((incoming, answer) => {
    const { url = '/', method } = incoming
    const headers = { ...incoming.headers, ...(rewrite && { 'accept-encoding': 'identity' }) }
    const outgoing = ask({ host: '127.0.0.1', port: target.port, path: url, method, headers }, async (reply) => {
      const { 'content-length': length, ...kept } = reply.headers
      const isOther = rewrite && isText(reply)
      answer.writeHead(reply.statusCode ?? 502, isOther || length === undefined ? kept : reply.headers)
      try {
        if (isOther) answer.end(await rewrite({ url, body: await text(reply) }))
        else await pipeline(reply, answer)
      } catch {
        // it was cut in the middle
        answer.destroy()
      }
    })
    outgoing.on('error', () => answer.destroy())
    answer.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  return { url: `http://localhost:${port}`, cut, mend: () => listen(port), close: cut }
}

const isText = ({ headers }: IncomingMessage) => /javascript|html/.test(headers['content-type'] ?? '')

/**
 * What Safari 16.0 to 16.3 lacks, which is all that keeps the engine of WPE from running an app for Safari 16.4: import maps,
 * whose names are replaced by the files they stand for, and `static {}`.
 */
export async function forSafari16(serverUrl: string): Promise<(answered: Answered) => Promise<string>> {
  const page = await (await fetch(serverUrl)).text()
  const { imports } = JSON.parse(/<script type="importmap">(.+?)<\/script>/.exec(page)![1]!) as {
    imports: Record<string, string>
  }
  const last = (file: string) => file.slice(file.lastIndexOf('/') + 1)
  const named = new Map(Object.entries(imports).map(([key, file]) => [last(key), last(file)]))
  return async ({ url, body }) => {
    const resolved = body.replace(/[\w.-]+-[\w-]{7}\.(?:js|css)/g, (name) => named.get(name) ?? name)
    if (!url.endsWith('.js')) return resolved
    return (await transformWithOxc(resolved, url, { target: 'safari16.0', sourcemap: false })).code
  }
}
