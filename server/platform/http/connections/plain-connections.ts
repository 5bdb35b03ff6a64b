import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type PlainRequest, readPlainRequest } from './plain-request.ts'

/** Every 401 needs one (RFC 9110, 11.6.1), and some HTTP clients fail without. Browsers ask nobody for a password because of this one. */
export const CHALLENGE = 'Bearer'

/** The answer to write; `text` is JSON. */
export type PlainAnswer = { status: number; text: string; retryAfterSeconds?: number | undefined }
/** Never throws. */
export type AnswerPlain = (request: PlainRequest, socket: Socket) => Promise<PlainAnswer>

/** `new`: nothing has been received yet. */
type Connection = { state: 'new' | 'busy' | 'idle' }

const HELD_BYTES = 64 * 1024
const SECOND_MS = 1000

/**
 * Answers requests that start with `requestLine` and arrive complete, one after the other, straight from the socket. A connection with anything
 * else, with part of a request, or with one rejected by `isTaken` is handed to the server for good, with all its limits. Closing the server closes these too.
 */
export function servePlainRequests(
  server: Server,
  requestLine: string,
  answer: AnswerPlain,
  isTaken: (request: PlainRequest) => boolean = () => true,
): void {
  const open = new Map<Socket, Connection>()
  const [toServer] = server.listeners('connection') as [(socket: Socket) => void]
  server.removeListener('connection', toServer)
  server.prependListener('connection', accept)
  const { closeIdleConnections, closeAllConnections } = server
  server.closeIdleConnections = () => {
    closeIdleConnections.call(server)
    for (const [socket, { state }] of open) if (state === 'idle') socket.destroy()
  }
  server.closeAllConnections = () => {
    closeAllConnections.call(server)
    for (const socket of open.keys()) socket.destroy()
  }

  function accept(socket: Socket): void {
    const connection: Connection = { state: 'new' }
    open.set(socket, connection)
    let held: Buffer[] = []
    let hasEnded = false

    const listeners = {
      data: (bytes: Buffer) => take(bytes),
      end: () => {
        hasEnded = true
        if (connection.state !== 'busy') socket.end()
      },
      close: () => void open.delete(socket),
      error: () => void socket.destroy(),
      timeout: () => (connection.state === 'new' ? passOn() : socket.destroy()),
    }
    for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener)
    // connections without data are handed to the server, which judges unfinished requests
    socket.setTimeout(Math.min(server.headersTimeout, server.timeout || server.headersTimeout))

    function take(bytes: Buffer): void {
      if (connection.state === 'busy') {
        held.push(bytes)
        if (held.reduce((sum, { length }) => sum + length, 0) > HELD_BYTES) socket.pause()
        return
      }
      const request = readPlainRequest(bytes, requestLine)
      if (!request || !isTaken(request)) {
        passOn(bytes)
        return
      }
      if (connection.state === 'new') socket.setTimeout(server.timeout)
      connection.state = 'busy'
      void answer(request, socket).then(reply)
    }

    function reply(said: PlainAnswer): void {
      if (socket.destroyed) return
      if (write(socket, said)) goOn()
      else socket.once('drain', goOn)
    }

    function goOn(): void {
      connection.state = 'idle'
      if (held.length > 0) {
        const bytes = Buffer.concat(held)
        held = []
        socket.resume()
        take(bytes)
      }
      if (isIdle() && open.has(socket) && (hasEnded || !server.listening)) socket.end()
    }

    const isIdle = () => connection.state === 'idle'

    function passOn(bytes?: Buffer): void {
      open.delete(socket)
      for (const [event, listener] of Object.entries(listeners)) socket.removeListener(event, listener)
      socket.setTimeout(0)
      toServer.call(server, socket)
      if (bytes) socket.emit('data', bytes)
      if (hasEnded) socket.emit('end')
    }
  }
}

let dateAt = Number.NEGATIVE_INFINITY
let dateLine = ''

function dateNow(): string {
  const now = performance.now()
  if (now - dateAt >= SECOND_MS) {
    dateAt = now
    dateLine = `Date: ${new Date().toUTCString()}\r\n`
  }
  return dateLine
}

/** Returns false if the other end does not read. */
function write(socket: Socket, { status, text, retryAfterSeconds }: PlainAnswer): boolean {
  const bytes = Buffer.byteLength(text)
  const retry = retryAfterSeconds === undefined ? '' : `Retry-After: ${retryAfterSeconds}\r\n`
  const challenge = status === 401 ? `WWW-Authenticate: ${CHALLENGE}\r\n` : ''
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${retry}${challenge}Content-Type: application/json\r\nContent-Length: ${bytes}\r\n${dateNow()}Connection: keep-alive\r\n\r\n`
  return socket.write(head + text, bytes === text.length ? 'latin1' : 'utf8')
}
