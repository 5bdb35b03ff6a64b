/** The part of a request that is needed to answer it: header names in small letters, each once. */
export type PlainRequest = { headers: Readonly<Record<string, string>>; body: Uint8Array }

const HEAD_BYTES = 4096
const CR_LF = '\r\n'
const HEAD_END = '\r\n\r\n'
/** What anybody may send as a line; spaces before the colon, folded lines and bytes beyond ASCII are not for here. */
const LINES = /^(?:[A-Za-z0-9-]+:[\t\x20-\x7e]*\r\n)+$/
const LENGTH = /^\d{1,7}$/
/** They change what a message is, or how it is to be answered. */
const NOT_PLAIN: ReadonlySet<string> = new Set([
  'transfer-encoding',
  'expect',
  'upgrade',
  'http2-settings',
  'te',
  'trailer',
  'proxy-connection',
  'keep-alive',
])

/**
 * The request that these bytes are, if they are exactly one that begins with `requestLine` (`POST /path HTTP/1.1`), whole, and of the plainest form: its
 * length announced, no header twice, nothing that asks for more than an answer. Undefined for all else, which is for Node's own parser to judge: what this
 * does not take is not wrong.
 */
export function readPlainRequest(bytes: Buffer, requestLine: string): PlainRequest | undefined {
  const begin = requestLine.length + CR_LF.length
  if (bytes.toString('latin1', 0, begin) !== requestLine + CR_LF) return undefined
  const end = bytes.indexOf(HEAD_END, begin - CR_LF.length, 'latin1')
  if (end < begin || end > HEAD_BYTES) return undefined
  const head = bytes.toString('latin1', begin, end + CR_LF.length)
  if (!LINES.test(head)) return undefined
  const headers = readLines(head)
  if (!headers?.host || !LENGTH.test(headers['content-length'] ?? '')) return undefined
  const { connection } = headers
  if (connection !== undefined && connection.toLowerCase() !== 'keep-alive') return undefined
  const from = end + HEAD_END.length
  if (bytes.length - from !== Number(headers['content-length'])) return undefined
  return { headers, body: bytes.subarray(from) }
}

function readLines(head: string): Record<string, string> | undefined {
  const headers: Record<string, string> = Object.create(null)
  for (let at = 0; at < head.length; ) {
    const colon = head.indexOf(':', at)
    const end = head.indexOf(CR_LF, colon)
    const name = head.slice(at, colon).toLowerCase()
    if (name in headers || NOT_PLAIN.has(name)) return undefined
    headers[name] = head.slice(colon + 1, end).trim()
    at = end + CR_LF.length
  }
  return headers
}
