import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { locales } from '#domain/platform/locale.ts'
import { carryOver, dropOutdated, isKeptOnUse, keepLoaded, refill } from './assets-on-use.ts'

const ORIGIN = 'https://hive.test'

/** The part of a cache that is needed here; records what is added. */
function cacheOf(...paths: string[]) {
  const foreign = new Set<string>()
  const kept = new Set(paths.map((path) => new URL(path, ORIGIN).href))
  const added: string[] = []
  const href = (request: RequestInfo | URL) => new URL(request instanceof Request ? request.url : request, ORIGIN).href
  const cache = {
    keys: async () => [...kept].map((url) => new Request(url)),
    match: async (request: RequestInfo | URL) =>
      kept.has(href(request)) ? (foreign.has(href(request)) ? page() : new Response()) : undefined,
    put: async (request: RequestInfo | URL) => {
      added.push(new URL(href(request)).pathname)
      kept.add(href(request))
      foreign.delete(href(request))
    },
    delete: async (request: RequestInfo | URL) => kept.delete(href(request)),
  }
  return {
    cache: cache as unknown as Cache,
    added,
    foreign,
    paths: () => [...kept].map((url) => new URL(url).pathname).sort(),
  }
}

/** A hotspot's answer to every request. */
const page = () => new Response('<title>Welcome</title>', { headers: { 'content-type': 'text/html' } })

beforeEach(() => void vi.stubGlobal('fetch', async () => new Response()))
afterEach(() => vi.unstubAllGlobals())

describe('files that are kept once they have been used', () => {
  it.each([
    ['assets/texts-de-start-Ab_-123.js', true],
    ['/assets/texts-fr-screens-BIHQGC20.js', true],
    ['assets/administration-auX1GTZ.js', true],
    ['assets/administration-menu-auX1GTZ.js', true],
    ['assets/shop-auX1GTZ.css', true],
    ['assets/map-auX1GTZ.js', true],
    ['assets/maps-auX1GTZ.js', true],
    ['assets/map-layers-auX1GTZ.js', true],
    ['assets/base-map-auX1GTZ.json', true],
    ['assets/maplibre-gl-worker-auX1GTZ.mjs', true],
    ['assets/index-auX1GTZ.js', false],
    ['assets/charts-auX1GTZ.css', false],
    ['assets/texts-it-start-12345678.js', false],
    ['index.html', false],
    ...locales.map((locale) => [`assets/texts-${locale}-start-12345678.js`, true] as const),
  ])('are texts, files for some people and large files: %s is one: %s', (path, kept) => {
    expect(isKeptOnUse(path)).toBe(kept)
  })

  it('are carried over to a new version, but not unused ones', async () => {
    const { cache, added, paths } = cacheOf('/assets/texts-de-start-11111111.js', '/assets/map-11111111.js')
    const current = [
      'assets/texts-de-start-2222222.js',
      'assets/texts-fr-start-2222222.js',
      'assets/map-2222222.js',
      'assets/map-drawing-2222222.js',
      'assets/shop-2222222.js',
    ]
    await carryOver(cache, current)
    expect(added).toEqual(['/assets/texts-de-start-2222222.js', '/assets/map-2222222.js'])
    await dropOutdated(cache, current)
    expect(paths()).toEqual(['/assets/map-2222222.js', '/assets/texts-de-start-2222222.js'])
  })

  it('are carried over even if they were several files', async () => {
    const { cache, added } = cacheOf('/assets/shape-map-11111111.js', '/assets/base-map-11111111.json')
    await carryOver(cache, ['assets/maps-2222222.js', 'assets/base-map-2222222.json', 'assets/map-layers-2222222.js'])
    expect(added).toEqual(['/assets/maps-2222222.js', '/assets/base-map-2222222.json'])
  })

  it('are carried over even if the texts of a language are split differently now', async () => {
    const { cache, added } = cacheOf('/assets/texts-de-first-11111111.js')
    await carryOver(
      cache,
      ['de-start', 'de-today', 'fr-start'].map((part) => `assets/texts-${part}-2222222.js`),
    )
    expect(added).toEqual(['/assets/texts-de-start-2222222.js', '/assets/texts-de-today-2222222.js'])
  })

  it('are not fetched again when a new version did not change them', async () => {
    const { cache, added, paths } = cacheOf('/assets/texts-de-start-11111111.js')
    await carryOver(cache, ['assets/texts-de-start-11111111.js'])
    await dropOutdated(cache, ['assets/texts-de-start-11111111.js'])
    expect([added, paths()]).toEqual([[], ['/assets/texts-de-start-11111111.js']])
  })

  it('are taken from what a page loaded before the worker was there, unless precached or not ours', async () => {
    const { cache, added } = cacheOf('/assets/texts-en-start-11111111.js')
    const loaded = [
      `${ORIGIN}/assets/texts-en-start-11111111.js`,
      `${ORIGIN}/assets/texts-de-start-11111111.js`,
      `${ORIGIN}/assets/index-11111111.js`,
      `${ORIGIN}/api/user/ping`,
      'https://elsewhere.test/assets/x-11111111.js',
    ]
    await keepLoaded(cache, loaded, ORIGIN, (url) => url.includes('/index-'), [])
    expect(added).toEqual(['/assets/texts-de-start-11111111.js'])
  })

  it('include all needed parts of their language', async () => {
    const parts = ['de-start', 'de-screens', 'de-administration', 'de-shop', 'fr-start']
    const texts = parts.map((part) => `assets/texts-${part}-11111111.js`)
    const current = ['assets/administration-11111111.js', 'assets/shop-11111111.css', ...texts]
    const ofCustomer = cacheOf()
    await keepLoaded(ofCustomer.cache, [`${ORIGIN}/assets/texts-de-start-11111111.js`], ORIGIN, () => false, current)
    expect(ofCustomer.added).toEqual(['/assets/texts-de-start-11111111.js', '/assets/texts-de-screens-11111111.js'])
    const ofAdministrator = cacheOf('/assets/texts-de-start-11111111.js', '/assets/administration-menu-00000000.js')
    await carryOver(ofAdministrator.cache, current)
    expect(ofAdministrator.added).toEqual([
      '/assets/administration-11111111.js',
      '/assets/texts-de-screens-11111111.js',
      '/assets/texts-de-administration-11111111.js',
    ])
  })

  it('are not a hotspot page, and replace one that was kept', async () => {
    const current = ['assets/texts-de-start-11111111.js']
    const { cache, added, foreign } = cacheOf('/assets/texts-de-start-11111111.js')
    foreign.add(`${ORIGIN}/assets/texts-de-start-11111111.js`)
    vi.stubGlobal('fetch', async () => page())
    await keepLoaded(cache, [`${ORIGIN}/assets/texts-de-start-11111111.js`], ORIGIN, () => false, [])
    await expect(carryOver(cache, current)).rejects.toThrow('did not come')
    expect(added).toEqual([])
    vi.stubGlobal('fetch', async () => new Response())
    await carryOver(cache, current)
    expect(added).toEqual(['/assets/texts-de-start-11111111.js'])
  })

  it('are no error if a page missed them without a network; a full store is one', async () => {
    const missed = [`${ORIGIN}/assets/shop-11111111.js`, `${ORIGIN}/assets/texts-de-start-11111111.js`]
    const { cache, added } = cacheOf()
    vi.stubGlobal('fetch', async (url: string) => {
      if (url.includes('/shop-')) throw new TypeError('Failed to fetch')
      return new Response()
    })
    await keepLoaded(cache, missed, ORIGIN, () => false, [])
    expect(added).toEqual(['/assets/texts-de-start-11111111.js'])
    vi.stubGlobal('fetch', async () => new Response())
    cache.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
    await expect(keepLoaded(cache, missed, ORIGIN, () => false, [])).rejects.toThrow('full')
  })
})

describe('the app itself', () => {
  const wanted = ['/index.html', '/assets/index-11111111.js', '/assets/charts-11111111.js'].map(
    (path) => [ORIGIN + path, `${ORIGIN}${path}?stamp=1`] as const,
  )

  it('is fetched again as far as the browser cleared it', async () => {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url)
      if (url.includes('charts')) throw new TypeError('Failed to fetch')
      const headers = { 'content-type': url.endsWith('.html') ? 'text/html' : 'text/javascript' }
      return new Response('<meta name="hivewatch">', { headers })
    })
    const { cache, added } = cacheOf()
    await refill(cache, wanted)
    expect(added.sort()).toEqual(['/assets/index-11111111.js', '/index.html'])
    asked.length = 0
    await refill(cache, wanted)
    expect(asked).toEqual([`${ORIGIN}/assets/charts-11111111.js`])
  })

  it('is never what a hotspot answers with', async () => {
    vi.stubGlobal('fetch', async () => page())
    const { cache, added } = cacheOf()
    await refill(cache, wanted)
    expect(added).toEqual([])
  })
})
