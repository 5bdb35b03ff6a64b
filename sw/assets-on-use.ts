import { locales } from '#domain/platform/locale.ts'
import { isOurs } from './is-ours.ts'

export const ASSETS_ON_USE = 'hivewatch-assets-on-use'

/** Part of the texts of one language (hashes of earlier versions had 8 characters): only the languages used on this device are kept. */
const catalogue = new RegExp(`^/?assets/texts-(${locales.join('|')})-([a-z]+)-[\\w-]{7,8}\\.js$`)
/** Files that only administrators or customers of the shop use. */
const ofSome = /^\/?assets\/(administration|shop)(?=-)/
/** Large files that not every screen needs. */
const large = /^\/?assets\/(error-reports|label-worker|maplibre|(\w+-)?maps?)(?=-)/

const languageOf = (path: string): string | undefined => catalogue.exec(path)?.[1]
const someOf = (path: string): string | undefined =>
  ofSome.exec(path)?.[1] ?? /^(administration|shop)$/.exec(catalogue.exec(path)?.[2] ?? '')?.[1]

export const isKeptOnUse = (path: string): boolean => [catalogue, ofSome, large].some((kind) => kind.test(path))

/** Files that existed separately in earlier versions. */
const parts = /\/(base|position|shape)-map(?=\.js$)/

/** The path of a built file without the hash of its content. */
const stemOf = (path: string): string =>
  rooted(path)
    .replace(/-[\w-]{7,8}\.(\w+)$/, '.$1')
    .replace(parts, '/maps')
const rooted = (path: string): string => (/^(\/|https?:)/.test(path) ? path : `/${path}`)
const pathOf = (request: Request): string => new URL(request.url).pathname

/**
 * Returns the files in `current` that a device needs, given those it has used: their current versions, all texts of its languages, and all
 * of the shop or administration if any part of it was used.
 */
function neededBy(used: readonly string[], current: readonly string[]): string[] {
  const stems = new Set(used.map(stemOf))
  const languages = new Set(used.map(languageOf))
  // earlier versions kept all texts, so texts do not count here
  const some = new Set([undefined, ...used.map((path) => ofSome.exec(path)?.[1])])
  return current.filter((path) => {
    const ofLanguage = languageOf(path)
    const isOfUse = ofLanguage ? languages.has(ofLanguage) : someOf(path) !== undefined || stems.has(stemOf(path))
    return isOfUse && some.has(someOf(path))
  })
}

/** Before a new version takes over, fetches its edition of every file that this device uses, so that it also starts offline. */
export async function carryOver(cache: Cache, current: readonly string[]): Promise<void> {
  const used = (await cache.keys()).map(pathOf)
  await Promise.all(neededBy(used, current).map((path) => addOnce(cache, path)))
}

/** Removes what no longer belongs to the running version. */
export async function dropOutdated(cache: Cache, current: readonly string[]): Promise<void> {
  const kept = new Set(current.map(rooted))
  const outdated = (await cache.keys()).filter((request) => !kept.has(pathOf(request)))
  await Promise.all(outdated.map((request) => cache.delete(request)))
}

/**
 * Keeps the files that a page loaded before the worker could see it, and the files of `current` that belong to them. A file that cannot be
 * fetched now, for example because the page itself did not get it, is kept once it is used.
 */
export async function keepLoaded(
  cache: Cache,
  urls: readonly string[],
  origin: string,
  isPrecached: (url: string) => boolean,
  current: readonly string[],
): Promise<void> {
  const loaded = urls
    .map((url) => new URL(url, origin))
    .filter((url) => url.origin === origin && url.pathname.startsWith('/assets/') && !isPrecached(url.href))
    .map((url) => url.pathname)
  const wanted = new Set([...loaded, ...neededBy(loaded, current)].map(rooted))
  await addWhatComes(
    cache,
    [...wanted].map((url) => [url, url]),
  )
}

/** Fetches what a cache has lost, because some browsers clear caches on their own; `wanted`: URLs with their cache keys. */
export async function refill(cache: Cache, wanted: Iterable<readonly [url: string, key: string]>): Promise<void> {
  const kept = new Set((await cache.keys()).map(({ url }) => url))
  await addWhatComes(
    cache,
    [...wanted].filter(([, key]) => !kept.has(key)),
  )
}

async function addWhatComes(cache: Cache, wanted: readonly (readonly [url: string, key: string])[]): Promise<void> {
  const added = wanted.map(([url, key]) =>
    addOnce(cache, url, key).catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error
    }),
  )
  await Promise.all(added)
}

/** Throws `TypeError` if the file cannot be fetched. */
async function addOnce(cache: Cache, path: string, key = rooted(path)): Promise<void> {
  const url = rooted(path)
  const kept = await cache.match(key)
  if (kept && (await isOurs(url, kept))) return
  const response = await fetch(url)
  if (!(await isOurs(url, response))) throw new TypeError(`${url} did not come`)
  await cache.put(key, response)
}
