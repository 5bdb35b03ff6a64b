import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export const BOT_TOKEN = '123456789:AAH-abcdefghijklmnopqrstuvwxyz01234'
export const ROOM = '!bees:example.org'
export const NTFY_TOKEN = 'tk_7eevizlsiwf9yi4uxsrs83r4352o0'
export const MATRIX_TOKEN = 'syt_YmVlcw_abcdef'
/** The chat that the bot is in, its number before it became a supergroup, a group that became one and no longer exists, and a chat that blocked the bot. */
export const CHAT = -1001234567890
export const FORMER_CHAT = -612345678
export const LOST_CHAT = -687654321
export const BLOCKED_CHAT = 42

type Answer = { status: number; headers?: Record<string, string>; json: object }
type Body = Record<string, unknown>
export type ChatServices = Awaited<ReturnType<typeof startChatServices>>

/**
 * Telegram's Bot API, a Matrix homeserver and an ntfy server on one loopback port: they accept, refuse and throttle as their documentation says. `slowNext`
 * makes the next call be told to wait, by each service in its own way.
 */
export async function startChatServices() {
  const telegram: Body[] = []
  const matrix: (Body & { transaction: string })[] = []
  const ntfy: Body[] = []
  let slowed = 0
  let calls = 0

  const isSlowed = () => slowed > 0 && slowed-- > 0

  function bot(path: string, body: Body): Answer {
    const failed = (status: number, description: string, more = {}) => ({
      status,
      json: { ok: false, error_code: status, description, ...more },
    })
    const [, token, method] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? []
    if (!token || method !== 'sendMessage' || !/^\d+:[\w-]+$/.test(token)) return failed(404, 'Not Found')
    if (token !== BOT_TOKEN) return failed(401, 'Unauthorized')
    if (isSlowed()) return failed(429, 'Too Many Requests: retry after 35', { parameters: { retry_after: 35 } })
    if (body.chat_id === BLOCKED_CHAT) return failed(403, 'Forbidden: bot was blocked by the user')
    const movedTo = { [FORMER_CHAT]: CHAT, [LOST_CHAT]: LOST_CHAT }[Number(body.chat_id)]
    if (movedTo !== undefined)
      return failed(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
        parameters: { migrate_to_chat_id: movedTo },
      })
    if (body.chat_id !== CHAT) return failed(400, 'Bad Request: chat not found')
    const text = String(body.text ?? '')
    if (text === '') return failed(400, 'Bad Request: message text is empty')
    if ([...text].length > 4096) return failed(400, 'Bad Request: message is too long')
    telegram.push(body)
    return { status: 200, json: { ok: true, result: { message_id: telegram.length, chat: { id: CHAT }, text } } }
  }

  function homeserver(request: IncomingMessage, body: Body): Answer {
    const failed = (status: number, errcode: string, more = {}) => ({ status, json: { errcode, error: 'no', ...more } })
    const path = (request.url ?? '').split('/').map(decodeURIComponent)
    const [, , client, version, rooms, room, send, type, transaction = ''] = path
    if (
      [client, version, rooms, send, type].join() !== 'client,v3,rooms,send,m.room.message' ||
      request.method !== 'PUT'
    )
      return failed(404, 'M_UNRECOGNIZED')
    const { authorization } = request.headers
    if (!authorization) return failed(401, 'M_MISSING_TOKEN')
    if (authorization !== `Bearer ${MATRIX_TOKEN}`) return failed(401, 'M_UNKNOWN_TOKEN')
    if (isSlowed()) return failed(429, 'M_LIMIT_EXCEEDED', { retry_after_ms: 35_000 })
    if (room !== ROOM) return failed(403, 'M_FORBIDDEN')
    if (typeof body.msgtype !== 'string' || typeof body.body !== 'string') return failed(400, 'M_BAD_JSON')
    const known = matrix.findIndex((one) => one.transaction === transaction)
    const place = known < 0 ? matrix.push({ ...body, transaction }) : known + 1
    return { status: 200, json: { event_id: `$${place}` } }
  }

  function publish(request: IncomingMessage, body: Body): Answer {
    const failed = (code: number, error: string, headers = {}) => ({
      status: Math.floor(code / 100),
      headers,
      json: { code, http: Math.floor(code / 100), error, link: 'https://ntfy.sh/docs' },
    })
    const { authorization } = request.headers
    if (authorization && authorization !== `Bearer ${NTFY_TOKEN}`) return failed(40101, 'unauthorized')
    if (!/^[-_A-Za-z0-9]{1,64}$/.test(String(body.topic))) return failed(40009, 'invalid request: topic invalid')
    if (body.topic === 'protected' && !authorization) return failed(40301, 'forbidden')
    if (isSlowed()) return failed(42901, 'limit reached: too many requests', { 'Retry-After': '35' })
    const priority = Number(body.priority ?? 3)
    if (!(priority >= 1 && priority <= 5)) return failed(40007, 'invalid request: priority invalid')
    if (Buffer.byteLength(String(body.message)) > 4096) return failed(41301, 'message too large')
    ntfy.push({ ...body, authorization })
    return { status: 200, json: { id: String(ntfy.length), event: 'message', topic: body.topic } }
  }

  const server = createServer(async (request, response) => {
    calls++
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Body
    const path = request.url ?? ''
    const { status, headers, json } = path.startsWith('/bot')
      ? bot(path, body)
      : path.startsWith('/_matrix/')
        ? homeserver(request, body)
        : path === '/'
          ? publish(request, body)
          : { status: 404, headers: {}, json: { code: 40401, http: 404, error: 'page not found' } }
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(json))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    telegram,
    matrix,
    ntfy,
    calls: () => calls,
    slowNext: () => void slowed++,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
