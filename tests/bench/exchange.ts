import { type Agent, type IncomingHttpHeaders, request } from 'node:http'

export type Reply = {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  /** From the request to the last byte. */
  ms: number
  /** Bytes received over the wire, headers and body. */
  wireBytes: number
}

/** One request over a kept-alive connection. */
export function exchange(
  agent: Agent,
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const start = performance.now()
    const { method = 'GET', headers = {}, body } = options
    const sent = request(url, { agent, method, headers, timeout: 120_000 }, (response) => {
      const { socket } = response
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const { bytesRead } = socket
        const wireBytes = bytesRead - (readBefore.get(socket) ?? 0)
        readBefore.set(socket, bytesRead)
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
          ms: performance.now() - start,
          wireBytes,
        })
      })
    })
    sent.on('error', reject)
    sent.on('timeout', () => sent.destroy(new Error(`no answer from ${url}`)))
    sent.end(body)
  })
}

const readBefore = new WeakMap<object, number>()
