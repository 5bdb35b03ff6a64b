/** Marks the shell in every variant. */
const SHELL_MARK = '<meta name="hivewatch"'

/**
 * Whether a response is the requested file of the app. A hotspot that requires a sign-in first answers everything with its own page and
 * status 200: if that were kept, it would replace the app until the next version.
 */
export async function isOurs(path: string, response: Response): Promise<boolean> {
  if (response.status !== 200) return false
  const isPage = /^text\/html\b/i.test(response.headers.get('content-type') ?? '')
  if (!path.endsWith('.html')) return !isPage
  return isPage && (await response.clone().text()).includes(SHELL_MARK)
}

/** A Workbox plugin: only the app's own files are cached. */
export const keepsOurs = {
  cacheWillUpdate: async ({ request, response }: { request: Request; response: Response }) =>
    (await isOurs(new URL(request.url).pathname, response)) ? response : null,
}

/** Removes everything from a cache that is not the app's own, as kept by earlier versions. */
export async function dropForeign(cache: Cache): Promise<void> {
  for (const request of await cache.keys()) {
    const kept = await cache.match(request)
    if (kept && !(await isOurs(new URL(request.url).pathname, kept))) await cache.delete(request)
  }
}
