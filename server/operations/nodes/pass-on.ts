import { hash, timingSafeEqual } from 'node:crypto'
import http, { type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import { errorReply } from '../../platform/http/answer-error.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { remoteOf, tellRemote } from '../../platform/http/connections/remote-address.ts'
import { localeOf } from '../../platform/http/request-locale.ts'

/** Proves that a node sends the request; `CLIENT_HEADER` says for whom. */
export const NODE_HEADER = 'x-hivewatch-node'
const CLIENT_HEADER = 'x-hivewatch-client'

const RETRY_SECONDS = 3
const CONNECT_MS = 3000
/** Shorter than the other node keeps an idle connection, so that it never closes one just as it is used. */
const IDLE_MS = 60_000
/** Event streams send something every 20 s, and a long answer begins within a minute. */
const SILENT_MS = 90_000

/** Headers that apply to a single connection only. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
  'expect',
])

export type PassOn = {
  /** The number of requests passed on. */
  passed(): number
  /** Passes a request to another node; if there is none or it is silent, answers 503 `keeper_unknown`. */
  pass(incoming: IncomingMessage, outgoing: ServerResponse, keeper: string | undefined): void
  /** Ends streams and pending requests: the node they were passed to is no longer the keeper. */
  giveUp(): void
  close(): void
}

/**
 * Passes requests and answers on unchanged, as streams. `secret` proves this node to the other; `onSilent` is called when that one does not
 * answer, once until it does again.
 */
export function createPassOn(
  secret: string | undefined,
  onSilent: (keeper: string, error: Error) => void = () => undefined,
): PassOn {
  const settings = { keepAlive: true, keepAliveMsecs: 30_000, timeout: IDLE_MS, maxFreeSockets: 256 }
  const agents = { 'http:': new http.Agent(settings), 'https:': new https.Agent(settings) }
  const open = new Set<ClientRequest>()
  let isSilent = false
  let passed = 0

  function pass(incoming: IncomingMessage, outgoing: ServerResponse, keeper: string | undefined): void {
    if (keeper === undefined || secret === undefined) {
      refuse(incoming, outgoing)
      return
    }
    const { protocol, hostname, port } = new URL(keeper)
    const headers = { ...passedHeaders(incoming.headers), [NODE_HEADER]: secret, [CLIENT_HEADER]: remoteOf(incoming) }
    const isSecure = protocol === 'https:'
    const asked = (isSecure ? https : http).request({
      protocol,
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port: port || (isSecure ? 443 : 80),
      method: incoming.method,
      path: incoming.url,
      headers,
      agent: agents[isSecure ? 'https:' : 'http:'],
    })
    open.add(asked)
    passed++
    asked.setTimeout(SILENT_MS, () => asked.destroy())
    asked.once('socket', (socket) => {
      if (!socket.connecting) return
      const impatient = setTimeout(() => asked.destroy(), CONNECT_MS)
      socket.once('connect', () => clearTimeout(impatient))
      socket.once('close', () => clearTimeout(impatient))
    })
    asked.once('close', () => open.delete(asked))
    asked.once('error', (error) => {
      // the client may be the one that disconnected
      if (!isSilent && !outgoing.destroyed) onSilent(keeper, error)
      isSilent ||= !outgoing.destroyed
      if (outgoing.headersSent) outgoing.destroy()
      else refuse(incoming, outgoing)
    })
    asked.once('response', (answer) => {
      isSilent = false
      outgoing.writeHead(answer.statusCode ?? 502, {
        ...passedHeaders(answer.headers),
        ...(incoming.complete ? {} : { connection: 'close' }),
      })
      // the first event may be minutes away, and the client waits for the headers
      outgoing.flushHeaders()
      answer.once('error', () => outgoing.destroy())
      answer.pipe(outgoing)
    })
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) asked.destroy()
    })
    incoming.once('error', () => asked.destroy())
    incoming.pipe(asked)
  }

  return {
    passed: () => passed,
    pass,
    giveUp() {
      for (const asked of open) asked.destroy(new Error('the node keeps no more'))
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

function passedHeaders(headers: IncomingMessage['headers']): http.OutgoingHttpHeaders {
  const named = new Set(headers.connection?.split(',').map((name) => name.trim().toLowerCase()))
  const isPassed = (name: string) => !HOP_BY_HOP.has(name) && !named.has(name) && !name.startsWith('x-hivewatch-')
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isPassed(name)))
}

function refuse(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (outgoing.destroyed || outgoing.headersSent) return
  const error = new AppError(503, 'keeper_unknown', { retryAfterSeconds: RETRY_SECONDS })
  const { status, body } = errorReply(error, localeOf(incoming.headers['accept-language']), () => undefined)
  const text = JSON.stringify(body)
  outgoing.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'retry-after': String(RETRY_SECONDS),
    'cache-control': 'no-store',
    ...(incoming.complete ? {} : { connection: 'close' }),
  })
  outgoing.end(text)
}

/**
 * Detects requests that another node passed on, proved by the secret; from then on the client's address counts as theirs. From anybody else
 * these headers are ignored. `onOther`: called at the first request with another secret.
 */
export function createRecognizing(secret: string | undefined, onOther: () => void = () => undefined) {
  const wanted = secret === undefined ? undefined : hash('sha256', secret, 'buffer')
  const nodes = new Set<string>()
  let isOtherTold = false
  return {
    isPassedOn(incoming: IncomingMessage): boolean {
      const given = incoming.headers[NODE_HEADER]
      if (given === undefined || wanted === undefined) return false
      if (!timingSafeEqual(hash('sha256', String(given), 'buffer'), wanted)) {
        if (!isOtherTold) onOther()
        isOtherTold = true
        return false
      }
      nodes.add(incoming.socket.remoteAddress ?? '')
      tellRemote(incoming, String(incoming.headers[CLIENT_HEADER] ?? 'unknown'))
      return true
    },
    /** Whether nodes have sent requests from an address. */
    isNode: (address: string) => nodes.has(address),
  }
}
