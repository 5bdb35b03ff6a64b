import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  getCacheKeyForURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { ASSETS_ON_USE, carryOver, dropOutdated, isKeptOnUse, keepLoaded } from './assets-on-use.ts'

const SHELL = '/index.html'
/** What the server answers itself: its API, its health, files, and the pages that others may frame, by headers of their own. */
const notPages = [/^\/api(\/|$)/, /^\/shared\//, /^\/(healthz|readyz|metrics)$/, /\/[^/]+\.\w{2,12}$/]

/**
 * Keeps the app itself for use without a network: everything the build names except what is large or belongs to another
 * language, which is kept once it was used.
 */
export function precacheApp(manifest: readonly (PrecacheEntry | string)[]) {
  const pathOf = (entry: PrecacheEntry | string) => (typeof entry === 'string' ? entry : entry.url)
  const onUse = manifest.map(pathOf).filter(isKeptOnUse)
  precacheAndRoute(manifest.filter((entry) => !isKeptOnUse(pathOf(entry))))
  cleanupOutdatedCaches()
  // The development server has no built shell.
  if (getCacheKeyForURL(SHELL))
    registerRoute(new NavigationRoute(createHandlerBoundToURL(SHELL), { denylist: notPages }))
  registerRoute(
    ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
    new CacheFirst({ cacheName: ASSETS_ON_USE }),
  )
  const opened = () => caches.open(ASSETS_ON_USE)
  return {
    install: async () => carryOver(await opened(), onUse),
    activate: async () => dropOutdated(await opened(), onUse),
    keepLoaded: async (urls: readonly string[]) =>
      keepLoaded(
        await opened(),
        urls,
        globalThis.location.origin,
        (url) => getCacheKeyForURL(url) !== undefined,
        onUse,
      ),
  }
}
