import { RecentMap } from '../../runtime/recent-map.ts'

/** The part of a request that is needed to answer it: header names in small letters, each once. */
export type PlainRequest = { headers: Readonly<Record<string, string>>; body: Uint8Array }

const HEAD_BYTES = 4096
const CR_LF = '\r\n'
const HEAD_END = '\r\n\r\n'
/** What anybody may send as a line; spaces before the colon, folded lines and bytes beyond ASCII are not for here. */
const LINES = /^(?:\r\n[A-Za-z0-9-]+:[\t\x20-\x7e]*)+$/
const LENGTH = /\r\ncontent-length:[\t ]*(\d{1,7})[\t ]*(?=\r|$)/i
/** They change what a message is, or how it is to be answered. */
const NOT_PLAIN: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'expect',
  'upgrade',
  'http2-settings',
  'te',
  'trailer',
  'proxy-connection',
  'keep-alive',
])

type Headers = PlainRequest['headers']

/** Twice as many at most, some kilobytes each. */
const KEPT_HEADS = 1000
const KEPT_CHARACTERS = 1024
/** What was read of heads lately, by all they say but their lengths: a device says the same each time, and to read it costs three times what it costs to find it. */
const known = new RecentMap<string, Headers>(KEPT_HEADS)

/**
 * The request that these bytes are, if they are exactly one that begins with `requestLine` (`POST /path HTTP/1.1`), whole, and of the plainest form: its
 * length announced, no header twice, nothing that asks for more than an answer. Undefined for all else, which is for Node's own parser to judge: what this
 * does not take is not wrong.
 */
export function readPlainRequest(bytes: Buffer, requestLine: string): PlainRequest | undefined {
  const end = bytes.indexOf(HEAD_END, 0, 'latin1')
  if (end < requestLine.length || end > HEAD_BYTES) return undefined
  const head = bytes.toString('latin1', 0, end)
  if (!head.startsWith(requestLine)) return undefined
  const length = LENGTH.exec(head)
  const from = end + HEAD_END.length
  if (!length || bytes.length - from !== Number(length[1])) return undefined
  const lines = head.slice(requestLine.length, length.index) + head.slice(length.index + length[0].length)
  const headers = known.get(lines) ?? readLines(lines)
  return headers && { headers, body: bytes.subarray(from) }
}

function readLines(lines: string): Headers | undefined {
  if (!LINES.test(lines)) return undefined
  const headers: Record<string, string> = Object.create(null)
  for (const line of lines.slice(CR_LF.length).split(CR_LF)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    if (name in headers || NOT_PLAIN.has(name)) return undefined
    headers[name] = line.slice(colon + 1).trim()
  }
  const { host, connection = 'keep-alive' } = headers
  if (!host || connection.toLowerCase() !== 'keep-alive') return undefined
  if (lines.length <= KEPT_CHARACTERS) known.set(lines, headers)
  return headers
}
