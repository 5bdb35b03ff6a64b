import { cleanupOutdatedCaches, PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { ASSETS_ON_USE, carryOver, dropOutdated, isKeptOnUse, keepLoaded, refill } from './assets-on-use.ts'
import { dropForeign, keepsOurs } from './is-ours.ts'

/** A file of the build; if its name does not change with its content, it has a stamp that does. */
export type BuiltFile = string | [path: string, stamp: string]

const SHELL = '/index.html'
/** Paths that the server answers itself: its API, its health, files, and pages that others may frame, which need headers of their own. */
const notPages = [
  /^\/api(\/|$)/,
  /^\/shared\//,
  /^\/(healthz|readyz|metrics)$/,
  /^\/\.well-known\//,
  /\/[^/]+\.\w{2,12}$/,
]
/** As many as a browser requests from one server at a time; one after another, each would wait for a round trip. */
const SIDE_BY_SIDE = 6

const entryOf = (file: BuiltFile): PrecacheEntry =>
  typeof file === 'string' ? { url: `/${file}`, revision: null } : { url: `/${file[0]}`, revision: file[1] }

/**
 * Keeps the app itself for use without a network: the whole build except what is large, needed only by some people, or in another language;
 * those files are kept once they have been used.
 */
export function precacheApp(files: readonly BuiltFile[]) {
  const paths = files.map((file) => (typeof file === 'string' ? file : file[0]))
  const onUse = paths.filter(isKeptOnUse)
  const controller = new PrecacheController({ plugins: [keepsOurs] })
  controller.addToCacheList(files.map(entryOf).filter(({ url }) => !isKeptOnUse(url)))
  registerRoute(new PrecacheRoute(controller))
  cleanupOutdatedCaches()
  // The development server has no built shell.
  if (controller.getCacheKeyForURL(SHELL))
    registerRoute(new NavigationRoute(controller.createHandlerBoundToURL(SHELL), { denylist: notPages }))
  registerRoute(
    ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
    new CacheFirst({ cacheName: ASSETS_ON_USE, plugins: [keepsOurs] }),
  )
  const opened = () => caches.open(ASSETS_ON_USE)
  return {
    install: async (event: ExtendableEvent) => {
      await dropForeign(await caches.open(controller.strategy.cacheName))
      await installSideBySide(controller, event)
      await carryOver(await opened(), onUse)
    },
    activate: async (event: ExtendableEvent) => {
      await controller.activate(event)
      await dropOutdated(await opened(), onUse)
    },
    /** For an installed worker: files that the browser cleared would otherwise be missing until the next version. */
    refill: async () => refill(await caches.open(controller.strategy.cacheName), controller.getURLsToCacheKeys()),
    keepLoaded: async (urls: readonly string[]) =>
      keepLoaded(
        await opened(),
        urls,
        globalThis.location.origin,
        (url) => controller.getCacheKeyForURL(url) !== undefined,
        onUse,
      ),
  }
}

/** Does what `PrecacheController.install` does, but several files at a time. */
async function installSideBySide(controller: PrecacheController, event: ExtendableEvent): Promise<void> {
  const waiting = [...controller.getURLsToCacheKeys()]
  const takeTurns = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [url, cacheKey] = next
      const request = new Request(url, { credentials: 'same-origin', cache: url === cacheKey ? 'default' : 'reload' })
      await Promise.all(controller.strategy.handleAll({ event, request, params: { cacheKey } }))
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, takeTurns))
}
