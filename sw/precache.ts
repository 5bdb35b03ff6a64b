import { cleanupOutdatedCaches, PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { ASSETS_ON_USE, carryOver, dropOutdated, isKeptOnUse, keepLoaded, refill } from './assets-on-use.ts'
import { dropForeign, keepsOurs } from './is-ours.ts'

/** A file of the build: those whose name does not change with their content have a stamp that does. */
export type BuiltFile = string | [path: string, stamp: string]

const SHELL = '/index.html'
/** What the server answers itself: its API, its health, files, and the pages that others may frame, by headers of their own. */
const notPages = [
  /^\/api(\/|$)/,
  /^\/shared\//,
  /^\/(healthz|readyz|metrics)$/,
  /^\/\.well-known\//,
  /\/[^/]+\.\w{2,12}$/,
]
/** As many as a browser asks one server for at a time; one after the other each would wait for the way there and back. */
const SIDE_BY_SIDE = 6

const entryOf = (file: BuiltFile): PrecacheEntry =>
  typeof file === 'string' ? { url: `/${file}`, revision: null } : { url: `/${file[0]}`, revision: file[1] }

/**
 * Keeps the app itself for use without a network: everything of the build except what is large, is only some people's, or belongs to
 * another language, which is kept once it was used.
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
    /** For a worker that is installed: what the browser cleared since would be missing until the next version. */
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

/** What `PrecacheController.install` does one file after the other. */
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
