import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

// biome-ignore lint/suspicious/noExplicitAny: tests read bodies whose shape they are checking
export type ReceivedPost = { path: string; headers: IncomingHttpHeaders; body: any }

export type WebReceiver = Awaited<ReturnType<typeof startWebReceiver>>

/** A web server on loopback that keeps the JSON posted to it, and answers as `state` says. */
export async function startWebReceiver() {
  const received: ReceivedPost[] = []
  const state: { answer: { status: number; headers?: OutgoingHttpHeaders; text?: string } | 'hang up' } = {
    answer: { status: 204 },
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString('utf8')
    received.push({
      path: request.url ?? '',
      headers: request.headers,
      body: text === '' ? undefined : JSON.parse(text),
    })
    if (state.answer === 'hang up') request.socket.destroy()
    else response.writeHead(state.answer.status, state.answer.headers).end(state.answer.text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    state,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
