import http from 'node:http'
import https from 'node:https'
import type { SendOptions } from '../loops/last-steps.ts'
import { AddressNotAllowed, isPublicHost, lookupPublic } from './public-address.ts'

const TIMEOUT_MS = 10_000
const ANSWER_MAXIMUM_BYTES = 16 * 1024

export type SafeAnswer = { status: number; headers: http.IncomingHttpHeaders; text: string }

/** Answers that announce another one (100 to 199). More of them than this would keep the main thread busy until the deadline. */
const ANNOUNCEMENTS_MAXIMUM = 10

/** How long to wait for the body once the status has arrived. */
const BODY_PATIENCE_MS = 2000

type Method = 'GET' | 'POST' | 'PUT'
type Message = { headers: http.OutgoingHttpHeaders; body: Buffer } & SendOptions

/** Calls URLs that users enter: never on the machine's own network, never following a redirect, never for long. */
export type SafeFetch = {
  /** Rejects with `AddressNotAllowed`, or with a network error; immediately if `signal` fires. */
  post(url: string, message: Message): Promise<SafeAnswer>
  /** Like `post`, but sending it twice has the same effect as once. */
  put(url: string, message: Message): Promise<SafeAnswer>
  /** Like `post`, without a body. */
  get(url: string, message: Omit<Message, 'body'>): Promise<SafeAnswer>
  close(): void
}

/**
 * Whether a URL looks acceptable for posting: https, and not a name or address on a private network. `allowPrivate` also accepts private networks,
 * `allowPlain` (the same by default) also plain http.
 */
export function isAllowedUrl(text: string, allowPrivate: boolean, allowPlain = allowPrivate): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username || password) return false
  if (protocol !== 'https:' && !(allowPlain && protocol === 'http:')) return false
  return allowPrivate || isPublicHost(hostname)
}

/** Names are resolved when the connection is made, and their addresses are checked at that point. */
export function createSafeFetch(options: {
  allowPrivate: boolean
  /** Also allows plain http to public addresses. */
  allowPlain?: boolean
  timeoutMs?: number
}): SafeFetch {
  const { allowPrivate, allowPlain = allowPrivate, timeoutMs = TIMEOUT_MS } = options
  const agentOptions = {
    keepAlive: true,
    maxFreeSockets: 16,
    ...(allowPrivate ? {} : { lookup: lookupPublic }),
  }
  const plain = new http.Agent(agentOptions)
  const secure = new https.Agent(agentOptions)

  function askOnce(method: Method, url: URL, message: Message & { signal: AbortSignal }): Promise<SafeAnswer> {
    return new Promise((resolve, reject) => {
      const isSecure = url.protocol === 'https:'
      const request = (isSecure ? https : http).request(url, {
        method,
        agent: isSecure ? secure : plain,
        headers: message.headers,
        signal: message.signal,
      })
      request.once('error', (error) => reject(Object.assign(error, { reused: request.reusedSocket })))
      let announcements = 0
      request.on('information', () => {
        if (++announcements > ANNOUNCEMENTS_MAXIMUM) request.destroy(new Error('announcements without end'))
      })
      request.once('response', (response) => {
        const chunks: Buffer[] = []
        let size = 0
        const answer = () => {
          clearTimeout(patience)
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8', 0, ANSWER_MAXIMUM_BYTES),
          })
        }
        const cutOff = () => {
          answer()
          response.destroy()
        }
        const patience = setTimeout(cutOff, BODY_PATIENCE_MS)
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          size += chunk.length
          if (size > ANSWER_MAXIMUM_BYTES) cutOff()
        })
        response.once('end', answer)
        response.once('error', (error) => {
          clearTimeout(patience)
          reject(error)
        })
      })
      const { lastStep } = message
      if (!lastStep) return void request.end(message.body)
      const send = () =>
        lastStep().then(
          () => request.destroyed || request.end(message.body),
          (error) => request.destroy(error),
        )
      request.once('socket', (socket) => {
        if (socket.connecting) socket.once(isSecure ? 'secureConnect' : 'connect', send)
        else void send()
      })
    })
  }

  async function ask(method: Method, text: string, message: Message): Promise<SafeAnswer> {
    if (!isAllowedUrl(text, allowPrivate, allowPlain)) throw new AddressNotAllowed('address not allowed')
    const url = new URL(text)
    const deadline = AbortSignal.timeout(timeoutMs)
    const signal = message.signal ? AbortSignal.any([message.signal, deadline]) : deadline
    try {
      return await askOnce(method, url, { ...message, signal })
    } catch (error) {
      if (wasClosedWhileIdle(error)) return askOnce(method, url, { ...message, signal })
      throw error
    }
  }

  return {
    post: (url, message) => ask('POST', url, message),
    put: (url, message) => ask('PUT', url, message),
    get: (url, message) => ask('GET', url, { ...message, body: Buffer.alloc(0) }),
    close() {
      plain.destroy()
      secure.destroy()
    },
  }
}

/** Whether the other side had closed a kept-alive connection just before it was reused: then it received nothing. */
function wasClosedWhileIdle(error: unknown): boolean {
  const { code, reused } = error as { code?: string; reused?: boolean }
  return reused === true && (code === 'ECONNRESET' || code === 'EPIPE')
}

export const NO_ANSWER = 'no answer in time'

/** Why there was no answer, in a few words. */
export function networkReason(error: unknown): string {
  if (error instanceof AddressNotAllowed) return error.message
  const { name, code, cause } = error as { name?: string; code?: string; cause?: { name?: string } }
  if (name === 'TimeoutError' || cause?.name === 'TimeoutError') return NO_ANSWER
  return code ?? 'no connection'
}
