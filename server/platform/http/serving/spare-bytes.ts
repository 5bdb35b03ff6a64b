import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { createMiddleware } from 'hono/factory'
import { acceptedEncoding } from './accepted-encoding.ts'

/** What fits into one packet arrives no sooner when it is smaller. */
const FLOOR_BYTES = 1200
/** Beyond it a processor is busy for longer than a network is spared. */
const CEILING_BYTES = 4 * 1024 * 1024

/**
 * What answers with keys, tokens and codes: where an answer of one length holds a secret and something that another chose, its
 * compressed length tells of the secret.
 */
const secretive =
  /^\/api\/(admin\/)?(user|registration|share|watch|forwarding|notification|jump|lora)\b|\/(key|keys|token)\b/

/** A fifth of a millisecond of processor for a dashboard of 11 kB, which leaves with 1.3; the last tenth of that would cost eighty times as much. */
const compress = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 4 }),
}

/**
 * Sends JSON compressed where that is understood, and not at all to who has it already (`If-None-Match`). Long answers that leave part
 * by part, files and what may hold secrets stay as they are.
 */
export const spareBytes = createMiddleware(async (c, next) => {
  await next()
  const { req, res } = c
  const given = res.headers
  const isJson = given.get('content-type')?.startsWith('application/json')
  const isLeftAlone =
    given.has('content-encoding') ||
    given.has('etag') ||
    given.has('content-disposition') ||
    given.get('cache-control')?.includes('no-transform')
  if (req.method !== 'GET' || res.status !== 200 || !isJson || isLeftAlone || secretive.test(req.path)) return
  const plain = Buffer.from(await res.arrayBuffer())
  // of a body that was read, the answer of the Node adapter may make its headers anew
  const headers = new Headers(res.headers)
  headers.append('Vary', 'Accept-Encoding')
  headers.set('ETag', `W/"${hash('sha1', plain, 'base64url')}"`)
  // what is put in the place of an answer would be given its headers again
  c.res = undefined
  if (isKnown(req.header('if-none-match'), headers.get('etag')!)) {
    headers.delete('content-type')
    headers.delete('content-length')
    c.res = new Response(null, { status: 304, headers })
    return
  }
  const isWorth = plain.length >= FLOOR_BYTES && plain.length <= CEILING_BYTES
  const encoding = isWorth ? acceptedEncoding(req.header('accept-encoding')) : undefined
  if (encoding) {
    headers.set('Content-Encoding', encoding)
    headers.delete('content-length')
  }
  c.res = new Response(encoding ? new Uint8Array(await compress[encoding](plain)) : plain, { status: 200, headers })
})

const isKnown = (known: string | undefined, etag: string): boolean =>
  known?.split(',').some((one) => one.trim() === etag) ?? false
