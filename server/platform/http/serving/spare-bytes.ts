import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { createMiddleware } from 'hono/factory'
import { acceptedEncoding } from './accepted-encoding.ts'

/** Whatever fits into one packet does not arrive sooner if it is smaller. */
const FLOOR_BYTES = 1200
/** Beyond this, compressing costs more CPU time than it saves on the network. */
const CEILING_BYTES = 4 * 1024 * 1024

/**
 * Routes that answer with keys, tokens and codes: if an answer contains both a secret and something an attacker chose, its
 * compressed length reveals something about the secret.
 */
export const secretive =
  /^\/api\/(admin\/)?(user|registration|share|watch|forwarding|notification|jump|lora)\b|\/(key|keys|token|watchCode|watches|forwarding)\b/

/** Takes 0.2 ms of CPU time for a dashboard of 11 kB, which shrinks to 1.3 kB; saving another tenth of that would cost eighty times as much. */
const compress = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 4 }),
}

/**
 * Sends JSON compressed if the client supports it, and not at all if the client already has it (`If-None-Match`). Long answers sent in
 * parts, files and anything that may contain secrets are left as they are.
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
  // once its body is read, the Node adapter's answer may create its headers anew
  const headers = new Headers(res.headers)
  headers.append('Vary', 'Accept-Encoding')
  headers.set('ETag', `W/"${hash('sha1', plain, 'base64url')}"`)
  // otherwise the replaced answer's headers would be added to the new one
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
