import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { BODY_MAXIMUM_BYTES } from '#domain/hives/reading.ts'
import type { Deps } from '../../deps.ts'
import { errorReply } from '../../platform/http/answer-error.ts'
import { AppError, BrokenOff } from '../../platform/http/app-error.ts'
import { addressOf } from '../../platform/http/connections/client-connection.ts'
import {
  type AnswerPlain,
  CHALLENGE,
  type PlainAnswer,
  servePlainRequests,
} from '../../platform/http/connections/plain-connections.ts'
import type { PlainRequest } from '../../platform/http/connections/plain-request.ts'
import { logAnswer } from '../../platform/http/log-request.ts'
import { localeOf } from '../../platform/http/request-locale.ts'
import { countDuration } from '../../platform/runtime/metrics.ts'
import { answerIngest, type IngestDeps, type ReadBody } from './answer-ingest.ts'

const PATH = '/api/ingest'

type ListenerDeps = IngestDeps & Pick<Deps, 'logger'>
type Asked = Pick<IncomingMessage, 'headers' | 'socket'> & { bytes: number }

/** Whether a request is one that `createIngestListener` answers. */
export const isIngest = ({ method, url }: IncomingMessage): boolean => method === 'POST' && url === PATH

/**
 * Answers a transmitter's request straight from the socket. The framework's request and response objects cost three times as much as the rest
 * of this path; the answers are the same.
 */
export function createIngestListener(deps: ListenerDeps) {
  const answer = createAnswering(deps)
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { headers, socket } = incoming
    const asked = { headers, socket, bytes: Number(headers['content-length'] ?? 0) }
    const { status, text, retryAfterSeconds } = await answer(asked, () => readBytes(incoming))
    if (outgoing.destroyed) return
    if (retryAfterSeconds !== undefined) outgoing.setHeader('Retry-After', retryAfterSeconds)
    if (status === 401) outgoing.setHeader('WWW-Authenticate', CHALLENGE)
    // Does not wait for the rest of a body that was too large.
    if (!incoming.complete) outgoing.setHeader('Connection', 'close')
    outgoing.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
    outgoing.end(text)
  }
}

/** Lets complete, plain requests of transmitters bypass Node's own parser, which costs as much as everything else on their way. */
export const serveTransmitters = (
  server: Server,
  answer: AnswerPlain,
  isTaken?: (request: PlainRequest) => boolean,
): void => servePlainRequests(server, `POST ${PATH} HTTP/1.1`, answer, isTaken)

/** Answers a transmitter's request that arrived complete and plain. */
export function createTransmitterAnswer(deps: ListenerDeps): AnswerPlain {
  const answer = createAnswering(deps)
  return ({ headers, body }, socket) => answer({ headers, socket, bytes: body.length }, () => body)
}

/** The answer to a request, counted; never throws. */
function createAnswering(deps: ListenerDeps) {
  const { logger } = deps
  const { answers, durations } = deps.ingest.counts
  function counted(begunAt: number, answer: PlainAnswer): PlainAnswer {
    const { status } = answer
    answers[Math.floor(status / 100)]!++
    countDuration(durations, performance.now() - begunAt)
    if (logger.isLevelEnabled('debug')) logAnswer(logger, { method: 'POST', route: PATH, status, begunAt })
    return answer
  }

  return async (asked: Asked, readBody: ReadBody): Promise<PlainAnswer> => {
    const begunAt = performance.now()
    const { headers } = asked
    try {
      const said = {
        authorization: headers.authorization,
        contentEncoding: headers['content-encoding'],
        bytes: asked.bytes,
        address: () => addressOf(asked, deps.config),
        site: () => siteOf(asked, deps.config),
      }
      const reply = await answerIngest(deps, said, readBody)
      return counted(begunAt, { status: 200, text: JSON.stringify(reply) })
    } catch (error) {
      const { status, body, retryAfterSeconds } = errorReply(error, localeOf(headers['accept-language']), (known) =>
        logger.error({ err: error, route: PATH }, known.code),
      )
      return counted(begunAt, { status, text: JSON.stringify(body), retryAfterSeconds })
    }
  }
}

/** The address at which the transmitter reached us, unless the configuration sets one. */
function siteOf({ headers, socket }: Asked, { publicUrl, trustProxy }: Deps['config']): string {
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
    // disconnected while its key was looked up
    if (incoming.destroyed) return reject(new BrokenOff())
    incoming.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (length <= BODY_MAXIMUM_BYTES) return
      incoming.pause()
      refuse()
    })
    incoming.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    incoming.once('error', (cause) => reject(new BrokenOff(cause)))
  })
}
