import { hash } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { isHttps } from '../connections/client-connection.ts'

const YEAR_SECONDS = 365 * 24 * 3600

type Addresses = { mapStyleUrl?: string | undefined; sentryDsn?: string | undefined }

/** Allows an inline script by its hash, so that injected ones do not run. */
const sourceOf = (script: string) => `'sha256-${hash('sha256', script, 'base64')}'`

const originOf = (url: string | undefined): string => (url ? ` ${new URL(url).origin}` : '')

/**
 * Inline styles are allowed because the chart and the toasts add style elements of their own; a custom map style loads from its
 * host, and errors are reported to theirs.
 */
function appPolicy({ mapStyleUrl, sentryDsn }: Addresses, inline: readonly string[]): string {
  const maps = originOf(mapStyleUrl)
  return [
    "default-src 'self'",
    ["script-src 'self'", ...inline.map(sourceOf)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    `connect-src 'self'${maps}${originOf(sentryDsn)}`,
    `img-src 'self' data: blob:${maps}`,
    // the page's own inline script starts a worker that reads the language data (web/index.html)
    "worker-src 'self' blob: data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The two pages that other sites may embed: read-only, and without using a session. */
const framed = new Set(['/shared/timeline', '/shared/livefeed'])

/** The label-reading worker runs a library as WebAssembly: it may fetch that, and do nothing else. */
const LABEL_WORKER = /^\/assets\/label-worker-[\w-]+\.mjs$/
const LABEL_POLICY = "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'"

/** Pictures run nothing, and the page's policy would be five times as large as the app's logo, which every first visit loads. */
const PICTURE = /^\/icons\/[\w-]+\.svg$/
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"

const API_POLICY = "default-src 'none'; frame-ancestors 'none'"

/**
 * Headers that make browsers strict; `inline`: the inline scripts of the page. API answers are not cached unless their route says
 * otherwise.
 */
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
    // scripts and styles are governed by the page's policy, and each of their bytes counts on a weak network; a worker has its own policy
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
