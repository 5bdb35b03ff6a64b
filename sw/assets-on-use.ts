export const ASSETS_ON_USE = 'hivewatch-assets-on-use'

/** A part of the texts of one language: only the languages that are used on this device are kept. */
const catalogue = /^\/?assets\/texts-(de|en|fr|es)-[a-z]+-[\w-]{8}\.js$/

const languageOf = (path: string): string | undefined => catalogue.exec(path)?.[1]

export const isKeptOnUse = (path: string): boolean => languageOf(path) !== undefined

/** The name of a built file without the hash of its content. */
const stemOf = (path: string): string => path.replace(/^\//, '').replace(/-[\w-]{8}\.(\w+)$/, '.$1')
const pathOf = (request: Request): string => new URL(request.url).pathname

/** Before a new version takes over: fetches its edition of every file that this device uses, so that it starts offline too. */
export async function carryOver(cache: Cache, current: readonly string[]): Promise<void> {
  const used = await cache.keys()
  const stems = new Set(used.map((request) => stemOf(pathOf(request))))
  const wanted = current.filter((path) => stems.has(stemOf(path)))
  await Promise.all(wanted.map((path) => addOnce(cache, path)))
}

/** Removes what no longer belongs to the running version. */
export async function dropOutdated(cache: Cache, current: readonly string[]): Promise<void> {
  const kept = new Set(current.map((path) => path.replace(/^\//, '')))
  const outdated = (await cache.keys()).filter((request) => !kept.has(pathOf(request).replace(/^\//, '')))
  await Promise.all(outdated.map((request) => cache.delete(request)))
}

/**
 * Keeps the files that a page loaded before the worker was there to see it, and all parts of their languages among
 * `current`, so that a screen that was not opened yet has its texts without a network too.
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
  const languages = new Set(loaded.map(languageOf))
  const ofLanguages = current.filter((path) => languages.has(languageOf(path)))
  await Promise.all([...new Set([...loaded, ...ofLanguages.map(rooted)])].map((path) => addOnce(cache, path)))
}

const rooted = (path: string): string => (path.startsWith('/') ? path : `/${path}`)

async function addOnce(cache: Cache, path: string): Promise<void> {
  const url = rooted(path)
  if (!(await cache.match(url))) await cache.add(url)
}
