import { isOurs } from './is-ours.ts'

export const ASSETS_ON_USE = 'hivewatch-assets-on-use'

/** A part of the texts of one language: only the languages that are used on this device are kept. */
const catalogue = /^\/?assets\/texts-(de|en|fr|es)-([a-z]+)-[\w-]{8}\.js$/
/** What only administrators or customers of the shop use. */
const ofSome = /^\/?assets\/(administration|shop)(?=-)/
/** What is large, and not on every screen. */
const large = /^\/?assets\/(error-reports|label-worker|maplibre|(\w+-)?maps?)(?=-)/

const languageOf = (path: string): string | undefined => catalogue.exec(path)?.[1]
const someOf = (path: string): string | undefined =>
  ofSome.exec(path)?.[1] ?? /^(administration|shop)$/.exec(catalogue.exec(path)?.[2] ?? '')?.[1]

export const isKeptOnUse = (path: string): boolean => [catalogue, ofSome, large].some((kind) => kind.test(path))

/** What earlier versions had in files of their own. */
const parts = /\/(base|position|shape)-map(?=\.js$)/

/** The name of a built file without the hash of its content. */
const stemOf = (path: string): string =>
  rooted(path)
    .replace(/-[\w-]{8}\.(\w+)$/, '.$1')
    .replace(parts, '/maps')
const rooted = (path: string): string => (/^(\/|https?:)/.test(path) ? path : `/${path}`)
const pathOf = (request: Request): string => new URL(request.url).pathname

/**
 * Which files of `current` a device needs that used some: their present editions, all texts of their languages, and all of the shop
 * or administration where there was a part of it.
 */
function neededBy(used: readonly string[], current: readonly string[]): string[] {
  const stems = new Set(used.map(stemOf))
  const languages = new Set(used.map(languageOf))
  // earlier versions kept the texts of everything
  const some = new Set([undefined, ...used.map((path) => ofSome.exec(path)?.[1])])
  return current.filter((path) => {
    const ofLanguage = languageOf(path)
    const isOfUse = ofLanguage ? languages.has(ofLanguage) : someOf(path) !== undefined || stems.has(stemOf(path))
    return isOfUse && some.has(someOf(path))
  })
}

/** Before a new version takes over: fetches its edition of every file that this device uses, so that it starts offline too. */
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
 * Keeps the files that a page loaded before the worker was there to see it, and what of `current` belongs to them. What does not come now,
 * as a part that the page missed itself, is kept once it is used.
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

/** Fetches what a cache had and lost, as some browsers clear caches alone; `wanted`: addresses with what they are kept as. */
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

/** Throws `TypeError` where it does not come. */
async function addOnce(cache: Cache, path: string, key = rooted(path)): Promise<void> {
  const url = rooted(path)
  const kept = await cache.match(key)
  if (kept && (await isOurs(url, kept))) return
  const response = await fetch(url)
  if (!(await isOurs(url, response))) throw new TypeError(`${url} did not come`)
  await cache.put(key, response)
}
