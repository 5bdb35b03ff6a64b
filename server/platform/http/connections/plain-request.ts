import { RecentMap } from '../../runtime/recent-map.ts'

/** The parts of a request needed to answer it: header names in lowercase, each occurring once. */
export type PlainRequest = { headers: Readonly<Record<string, string>>; body: Uint8Array }

const HEAD_BYTES = 4096
const CR_LF = '\r\n'
const HEAD_END = '\r\n\r\n'
/** Header lines as any client may send them; those with spaces before the colon, folded lines or non-ASCII bytes are left to Node's parser. */
const LINES = /^(?:\r\n[A-Za-z0-9-]+:[\t\x20-\x7e]*)+$/
const LENGTH = /\r\ncontent-length:[\t ]*(\d{1,7})[\t ]*(?=\r|$)/i
/** These headers change what a message is, or how it has to be answered. */
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

/** At most twice as many are kept, of a few kilobytes each. */
const KEPT_HEADS = 1000
const KEPT_CHARACTERS = 1024
/**
 * Recently parsed heads, keyed by all their lines except the length: a device sends the same each time, and parsing costs three times as much as a
 * lookup.
 */
const known = new RecentMap<string, Headers>(KEPT_HEADS)

/**
 * Parses bytes that are exactly one complete request starting with `requestLine` (`POST /path HTTP/1.1`), in the plainest form: with a
 * content length, no repeated headers, and nothing that asks for more than an answer. Returns undefined for anything else, which is not
 * necessarily wrong: Node's own parser decides.
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
