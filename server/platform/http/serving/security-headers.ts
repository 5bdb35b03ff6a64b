import { hash } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { isHttps } from '../connections/client-connection.ts'

const YEAR_SECONDS = 365 * 24 * 3600

type Addresses = { mapStyleUrl?: string | undefined; sentryDsn?: string | undefined }

/** An inline script, by what is in it: one that anybody else puts into the page does not run. */
const sourceOf = (script: string) => `'sha256-${hash('sha256', script, 'base64')}'`

const originOf = (url: string | undefined): string => (url ? ` ${new URL(url).origin}` : '')

/**
 * Inline styles are allowed because the chart and the toasts bring style elements of their own; maps with a style of their own
 * ask its host, and errors are told to theirs.
 */
function appPolicy({ mapStyleUrl, sentryDsn }: Addresses, inline: readonly string[]): string {
  const maps = originOf(mapStyleUrl)
  return [
    "default-src 'self'",
    ["script-src 'self'", ...inline.map(sourceOf)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    `connect-src 'self'${maps}${originOf(sentryDsn)}`,
    `img-src 'self' data: blob:${maps}`,
    // the page begins one that is in its own script, which reads the data of the languages (web/index.html)
    "worker-src 'self' blob: data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The two pages that others may show inside their own: read-only, and no session is used in them. */
const framed = new Set(['/shared/timeline', '/shared/livefeed'])

/** The worker that reads labels runs a library as WebAssembly: it may fetch that, and do nothing else. */
const LABEL_WORKER = /^\/assets\/label-worker-[\w-]+\.mjs$/
const LABEL_POLICY = "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'"

/** A picture runs nothing; the policy of the page would be five times as long as the mark of the app, which each first visit loads. */
const PICTURE = /^\/icons\/[\w-]+\.svg$/
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"

const API_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** What tells a browser to be strict with us; `inline`: the scripts that stand in the page itself. An answer of the API is kept by nobody unless its route says otherwise. */
export function securityHeaders(
  config: { trustProxy: boolean; publicUrl?: string | undefined } & Addresses,
  part: 'app' | 'api',
  inline: readonly string[] = [],
) {
  const policy = part === 'api' ? API_POLICY : appPolicy(config, inline)
  const framedPolicy = policy.replace("frame-ancestors 'none'", 'frame-ancestors *')
  return createMiddleware(async (c, next) => {
    c.header('X-Content-Type-Options', 'nosniff')
    if (isHttps(c, config)) c.header('Strict-Transport-Security', `max-age=${YEAR_SECONDS}`)
    // the page rules what its scripts and styles may do, and each of their bytes counts on a weak network; a worker has its own rules
    if (/^\/assets\/.+\.(js|css)$/.test(c.req.path)) return next()
    if (PICTURE.test(c.req.path)) {
      c.header('Content-Security-Policy', PICTURE_POLICY)
      return next()
    }
    const isFramed = part === 'app' && framed.has(c.req.path)
    const isLabelWorker = part === 'app' && LABEL_WORKER.test(c.req.path)
    c.header('Content-Security-Policy', isLabelWorker ? LABEL_POLICY : isFramed ? framedPolicy : policy)
    if (framed.has(c.req.path)) c.header('X-Robots-Tag', 'noindex')
    c.header('Referrer-Policy', 'no-referrer')
    if (part === 'app') {
      c.header('Cross-Origin-Opener-Policy', 'same-origin')
      c.header('Permissions-Policy', 'geolocation=(self), camera=(self), microphone=(self), payment=()')
    } else c.header('Cache-Control', 'no-store')
    await next()
  })
}
