import { describe, expect, it } from 'vitest'
import { carryOver, dropOutdated, isKeptOnUse, keepLoaded } from './assets-on-use.ts'

const ORIGIN = 'https://hive.test'

/** As much of a cache as is used here; what is added is noted. */
function cacheOf(...paths: string[]) {
  const kept = new Set(paths.map((path) => new URL(path, ORIGIN).href))
  const added: string[] = []
  const href = (request: RequestInfo | URL) => new URL(request instanceof Request ? request.url : request, ORIGIN).href
  const cache = {
    keys: async () => [...kept].map((url) => new Request(url)),
    match: async (request: RequestInfo | URL) => (kept.has(href(request)) ? new Response() : undefined),
    add: async (request: RequestInfo | URL) => {
      added.push(new URL(href(request)).pathname)
      kept.add(href(request))
    },
    delete: async (request: RequestInfo | URL) => kept.delete(href(request)),
  }
  return { cache: cache as unknown as Cache, added, paths: () => [...kept].map((url) => new URL(url).pathname).sort() }
}

describe('files that are kept once they were used', () => {
  it.each([
    ['assets/texts-de-first-Ab_-1234.js', true],
    ['/assets/texts-fr-screens-BIHQGC20.js', true],
    ['assets/index-auX1GTZ-.js', false],
    ['assets/texts-it-first-12345678.js', false],
    ['index.html', false],
  ])('are the catalogues of texts: %s is one: %s', (path, kept) => {
    expect(isKeptOnUse(path)).toBe(kept)
  })

  it('come along into a new version, the unused ones not', async () => {
    const { cache, added, paths } = cacheOf('/assets/texts-de-first-11111111.js', '/assets/map-11111111.js')
    const current = ['assets/texts-de-first-22222222.js', 'assets/texts-fr-first-22222222.js']
    await carryOver(cache, current)
    expect(added).toEqual(['/assets/texts-de-first-22222222.js'])
    await dropOutdated(cache, current)
    expect(paths()).toEqual(['/assets/texts-de-first-22222222.js'])
  })

  it('are not fetched again when a new version did not change them', async () => {
    const { cache, added, paths } = cacheOf('/assets/texts-de-first-11111111.js')
    await carryOver(cache, ['assets/texts-de-first-11111111.js'])
    await dropOutdated(cache, ['assets/texts-de-first-11111111.js'])
    expect([added, paths()]).toEqual([[], ['/assets/texts-de-first-11111111.js']])
  })

  it('are taken from what a page loaded before the worker was there, unless precached or not ours', async () => {
    const { cache, added } = cacheOf('/assets/texts-en-first-11111111.js')
    const loaded = [
      `${ORIGIN}/assets/texts-en-first-11111111.js`,
      `${ORIGIN}/assets/texts-de-first-11111111.js`,
      `${ORIGIN}/assets/index-11111111.js`,
      `${ORIGIN}/api/user/ping`,
      'https://elsewhere.test/assets/x-11111111.js',
    ]
    await keepLoaded(cache, loaded, ORIGIN, (url) => url.includes('/index-'), [])
    expect(added).toEqual(['/assets/texts-de-first-11111111.js'])
  })

  it('come with all parts of their language', async () => {
    const { cache, added } = cacheOf()
    const current = ['de-first', 'de-screens', 'fr-first'].map((part) => `assets/texts-${part}-11111111.js`)
    await keepLoaded(cache, [`${ORIGIN}/assets/texts-de-first-11111111.js`], ORIGIN, () => false, current)
    expect(added).toEqual(['/assets/texts-de-first-11111111.js', '/assets/texts-de-screens-11111111.js'])
  })
})
