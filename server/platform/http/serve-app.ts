import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { etag } from 'hono/etag'
import { DEFAULT_LOCALE } from '#domain/platform/locale.ts'
import type { Config } from '../config/config.ts'
import { preferredLocale } from '../runtime/translate.ts'
import { appManifest } from './app-manifest.ts'
import { appPage } from './app-page.ts'
import { securityHeaders } from './security-headers.ts'
import { knownHost, siteOf } from './site-address.ts'
import { variantOf, variants } from './variant.ts'

const FOREVER = 'public, max-age=31536000, immutable'
const ASK_AGAIN = 'no-cache'
const SOME_TIME = 'public, max-age=86400'

const perVariant = <T>(make: (variant: (typeof variants)[number]) => T) =>
  new Map(variants.map((variant) => [variant, make(variant)]))

/**
 * The built web app in `folder`: its files, and for every other path its page, because the app has its own routes.
 * Without a build every path is 404 with a word on how to make one.
 */
export function serveApp(config: Config, folder: string): Hono {
  const page = path.join(folder, 'index.html')
  const html = existsSync(page) ? readFileSync(page, 'utf8') : undefined
  const inline = [...(html ?? '').matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script)
  const app = new Hono().use(securityHeaders(config, 'app', inline))
  if (html === undefined) return app.get('*', (c) => c.text('The web app is not built yet: npm run build\n', 404))

  const { publicUrl } = config
  const pages = new Map(variants.map((one) => [`${one} ${publicUrl}`, appPage(html, one, config, publicUrl)]))
  const pageOf = (c: Context) => {
    const { origin } = siteOf(config, knownHost(c, config))
    const variant = variantOf(c, config)
    const key = `${variant} ${origin}`
    const made = pages.get(key) ?? appPage(html, variant, config, origin)
    pages.set(key, made)
    return made
  }
  const manifests = perVariant((variant) => appManifest(folder, variant))
  const files = serveStatic({ root: folder, precompressed: true })
  const missing = (c: Context) => c.text('Not found\n', 404, { 'Cache-Control': ASK_AGAIN })
  const answerPage = (c: Context) => c.html(pageOf(c), 200, { 'Cache-Control': ASK_AGAIN })
  const cacheFor = (cacheControl: string) => async (c: Context, next: () => Promise<void>) => {
    await next()
    if (c.res.status < 400) c.header('Cache-Control', cacheControl)
  }

  return app
    .get('/manifest.webmanifest', etag(), (c) => {
      const lang = preferredLocale(c.req.header('accept-language')) ?? DEFAULT_LOCALE
      const manifest = manifests.get(variantOf(c, config))!(lang)
      c.header('Cache-Control', ASK_AGAIN)
      c.header('Vary', 'Accept-Language')
      return c.body(JSON.stringify(manifest), 200, { 'Content-Type': 'application/manifest+json' })
    })
    .get('/assets/*', cacheFor(FOREVER), files, missing)
    .get('/icons/*', cacheFor(SOME_TIME), files, missing)
    .get('/screenshots/*', cacheFor(SOME_TIME), files, missing)
    .get('/sw.js', cacheFor(ASK_AGAIN), etag(), files, missing)
    .get('/', etag(), answerPage)
    .get('/index.html', etag(), answerPage)
    .get('*', cacheFor(ASK_AGAIN), etag(), files, answerPage)
}
