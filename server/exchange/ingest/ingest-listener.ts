import type { IncomingMessage, ServerResponse } from 'node:http'
import { BODY_MAXIMUM_BYTES } from '#domain/hives/reading.ts'
import type { Deps } from '../../deps.ts'
import { errorReply } from '../../platform/http/answer-error.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { addressOf } from '../../platform/http/client-connection.ts'
import { logAnswer } from '../../platform/http/log-request.ts'
import { localeOf } from '../../platform/http/request-locale.ts'
import { countDuration } from '../../platform/runtime/metrics.ts'
import { answerIngest, type IngestDeps } from './answer-ingest.ts'

const PATH = '/api/ingest'

/** Whether a request is one that `createIngestListener` answers. */
export const isIngest = ({ method, url }: IncomingMessage): boolean => method === 'POST' && url === PATH

/**
 * Answers a transmitter's request straight from the socket. Request and response objects of the framework cost three times
 * what all the rest of this path does; the answers are the same.
 */
export function createIngestListener(deps: IngestDeps & Pick<Deps, 'logger'>) {
  const { logger } = deps
  const { answers, durations } = deps.ingest.counts
  function send(outgoing: ServerResponse, begunAt: number, status: number, text: string): void {
    outgoing.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
    outgoing.end(text)
    answers[Math.floor(status / 100)]!++
    countDuration(durations, performance.now() - begunAt)
    if (logger.isLevelEnabled('debug')) logAnswer(logger, { method: 'POST', route: PATH, status, begunAt })
  }

  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const begunAt = performance.now()
    try {
      const { authorization } = incoming.headers
      const headers = {
        authorization,
        contentEncoding: incoming.headers['content-encoding'],
        contentLength: incoming.headers['content-length'],
        address: () => addressOf(incoming, deps.config),
        site: () => siteOf(incoming, deps.config),
      }
      const reply = await answerIngest(deps, headers, () => readBytes(incoming))
      send(outgoing, begunAt, 200, JSON.stringify(reply))
    } catch (error) {
      if (outgoing.destroyed) return
      const { status, body, retryAfterSeconds } = errorReply(
        error,
        localeOf(incoming.headers['accept-language']),
        (known) => logger.error({ err: error, route: PATH }, known.code),
      )
      if (retryAfterSeconds !== undefined) outgoing.setHeader('Retry-After', retryAfterSeconds)
      // What is left of a body that was too large is not waited for.
      if (!incoming.complete) outgoing.setHeader('Connection', 'close')
      send(outgoing, begunAt, status, JSON.stringify(body))
    }
  }
}

/** Where the transmitter reached us, unless the installation says where it is. */
function siteOf({ headers, socket }: IncomingMessage, { publicUrl, trustProxy }: Deps['config']): string {
  if (publicUrl) return publicUrl
  const forwarded = (name: string) => (trustProxy ? headers[name]?.toString().split(',')[0]?.trim() : undefined)
  const host = forwarded('x-forwarded-host') ?? headers.host ?? `localhost:${socket.localPort}`
  return `${forwarded('x-forwarded-proto') ?? 'http'}://${host}`
}

function readBytes(incoming: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const refuse = () => reject(new AppError(413, 'body_too_large'))
    // gone while its key was looked for
    if (incoming.destroyed) return reject(new AppError(400, 'invalid_body'))
    incoming.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (length <= BODY_MAXIMUM_BYTES) return
      incoming.pause()
      refuse()
    })
    incoming.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    incoming.once('error', reject)
  })
}
