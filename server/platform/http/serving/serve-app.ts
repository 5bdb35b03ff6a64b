import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { etag } from 'hono/etag'
import { DEFAULT_LOCALE, type Locale } from '#domain/platform/locale.ts'
import type { Config, Variant } from '../../config/config.ts'
import { preferredLocale } from '../../runtime/translate.ts'
import { knownHost, siteOf } from '../site-address.ts'
import { variantOf, variants } from '../variant.ts'
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts'
import { appManifest } from './app-manifest.ts'
import { appPage } from './app-page.ts'
import { isAppPath } from './app-paths.ts'
import { KEPT_ASSETS } from './kept-assets.ts'
import { securityHeaders } from './security-headers.ts'

const FOREVER = 'public, max-age=31536000, immutable'
const ASK_AGAIN = 'no-cache'
const SOME_TIME = 'public, max-age=86400'

const perVariant = <T>(make: (variant: (typeof variants)[number]) => T) =>
  new Map(variants.map((variant) => [variant, make(variant)]))

/**
 * Serves the built web app in `folder`: its files, and its page for every other path, because the app has its own routes. Where it has none, the page
 * says so to people, and the status 404 to programs: a device must not think that its reading was stored, nor a monitor that all is well.
 * Without a build every path is answered with 404 and a hint on how to build it.
 */
export function serveApp(config: Config, folder: string): Hono {
  const page = path.join(folder, 'index.html')
  const html = existsSync(page) ? readFileSync(page, 'utf8') : undefined
  const inline = [...(html ?? '').matchAll(/<script(?: type="importmap")?>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => script,
  )
  const app = new Hono().use(securityHeaders(config, 'app', inline))
  if (html === undefined) return app.get('*', (c) => c.text('The web app is not built yet: npm run build\n', 404))

  // a page that lacks a part fails at the start; it is compressed on first request
  for (const variant of variants) appPage(html, variant, config, config.publicUrl)
  const packed = (variant: Variant, origin: string | undefined) => pack(appPage(html, variant, config, origin))
  const pages = new Map<string, Packed>()
  const pageOf = (c: Context) => {
    const { origin } = siteOf(config, knownHost(c, config))
    const variant = variantOf(c, config)
    const key = `${variant} ${origin}`
    const made = pages.get(key) ?? packed(variant, origin)
    pages.set(key, made)
    return made
  }
  const manifests = perVariant((variant) => appManifest(folder, variant))
  const packedManifests = new Map<string, Packed>()
  const manifestOf = (variant: Variant, lang: Locale) => {
    const key = `${variant} ${lang}`
    const made = packedManifests.get(key) ?? pack(JSON.stringify(manifests.get(variant)!(lang)))
    packedManifests.set(key, made)
    return made
  }
  const files = serveStatic({ root: folder, precompressed: true })
  const formerFiles = serveFormer(path.join(config.filesDir, KEPT_ASSETS))
  const missing = (c: Context) => c.text('Not found\n', 404, { 'Cache-Control': ASK_AGAIN })
  const answerPage = (c: Context) => {
    c.header('Cache-Control', ASK_AGAIN)
    return answerPacked(c, pageOf(c), 'text/html; charset=utf-8')
  }
  const cacheFor = (cacheControl: string) => async (c: Context, next: () => Promise<void>) => {
    await next()
    if (c.res.status >= 400) return
    c.header('Cache-Control', cacheControl)
    // files named by their content never change, so no client needs to ask
    if (cacheControl === FOREVER) c.header('Last-Modified', undefined)
  }

  return (
    app
      .get('/manifest.webmanifest', etag(), (c) => {
        const lang = preferredLocale(c.req.header('accept-language')) ?? DEFAULT_LOCALE
        c.header('Cache-Control', ASK_AGAIN)
        c.header('Vary', 'Accept-Language')
        return answerPacked(c, manifestOf(variantOf(c, config), lang), 'application/manifest+json')
      })
      .get('/assets/*', cacheFor(FOREVER), files, formerFiles, missing)
      .get('/icons/*', cacheFor(SOME_TIME), files, missing)
      .get('/screenshots/*', cacheFor(SOME_TIME), files, missing)
      .get('/sw.js', cacheFor(ASK_AGAIN), etag(), files, missing)
      .get('/', etag(), answerPage)
      .get('/index.html', etag(), answerPage)
      // well-known files that programs request on their own exist or not: the app's page is never served instead
      .get('/.well-known/*', missing)
      .get('/:file{[^/]+\\.(?:txt|ico|xml|png|json|js|map|php)}', cacheFor(ASK_AGAIN), etag(), files, missing)
      .get('*', cacheFor(ASK_AGAIN), etag(), files, (c) => {
        if (!isAppPath(c.req.path)) c.status(404)
        return answerPage(c)
      })
  )
}

/** Files of earlier builds, requested by pages that are still open; there may be none yet. */
function serveFormer(folder: string) {
  let found: ReturnType<typeof serveStatic> | undefined
  return async (c: Context, next: () => Promise<void>) => {
    if (!found && existsSync(folder))
      found = serveStatic({
        root: folder,
        precompressed: true,
        rewriteRequestPath: (asked) => asked.replace('/assets/', '/'),
      })
    return found ? found(c, next) : next()
  }
}

type Packed = Record<Encoding | 'identity', Uint8Array<ArrayBuffer>>

/** Compresses a text that is created once and requested often. */
function pack(text: string): Packed {
  const identity = Buffer.from(text)
  return {
    identity,
    br: new Uint8Array(brotliCompressSync(identity)),
    gzip: new Uint8Array(gzipSync(identity, { level: 9 })),
  }
}

function answerPacked(c: Context, packed: Packed, type: string): Response {
  const encoding = acceptedEncoding(c.req.header('accept-encoding'))
  c.header('Content-Type', type)
  c.header('Vary', 'Accept-Encoding', { append: true })
  if (encoding) c.header('Content-Encoding', encoding)
  return c.body(packed[encoding ?? 'identity'])
}
