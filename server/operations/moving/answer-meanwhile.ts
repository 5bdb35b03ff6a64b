import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { errorReply } from '../../platform/http/answer-error.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { guardConnections } from '../../platform/http/connections/guard-connections.ts'
import { listenOn } from '../../platform/http/connections/listen-on.ts'
import { localeOf } from '../../platform/http/request-locale.ts'

const RETRY_SECONDS = 60

export type Meanwhile = { close(): void }

/** Answers every request with 503 in place of the server, so that transmitters keep their data and send them again. Returns undefined if the port is taken. */
export async function answerMeanwhile(place: { host: string; port: number }): Promise<Meanwhile | undefined> {
  const server = createServer(answer)
  guardConnections(server, { trustProxy: true })
  try {
    await listenOn(server, place)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined
    throw error
  }
  return {
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
  incoming.resume()
  const error = new AppError(503, 'storage_unavailable', { retryAfterSeconds: RETRY_SECONDS })
  const { status, body } = errorReply(error, localeOf(incoming.headers['accept-language']), () => undefined)
  const text = JSON.stringify(body)
  outgoing.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'Retry-After': RETRY_SECONDS,
  })
  outgoing.end(incoming.method === 'HEAD' ? undefined : text)
}
