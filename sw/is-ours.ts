/** The shell names itself, in every variant. */
const SHELL_MARK = '<meta name="hivewatch"'

/**
 * Whether an answer is the file of the app that was asked for. A hotspot that wants somebody to sign in first answers everything with a
 * page of its own and status 200: kept, it would stand in the place of the app until the next version.
 */
export async function isOurs(path: string, response: Response): Promise<boolean> {
  if (response.status !== 200) return false
  const isPage = /^text\/html\b/i.test(response.headers.get('content-type') ?? '')
  if (!path.endsWith('.html')) return !isPage
  return isPage && (await response.clone().text()).includes(SHELL_MARK)
}

/** For Workbox: keeps nothing else. */
export const keepsOurs = {
  cacheWillUpdate: async ({ request, response }: { request: Request; response: Response }) =>
    (await isOurs(new URL(request.url).pathname, response)) ? response : null,
}

/** Takes out of a cache what an earlier version kept, whatever it was. */
export async function dropForeign(cache: Cache): Promise<void> {
  for (const request of await cache.keys()) {
    const kept = await cache.match(request)
    if (kept && !(await isOurs(new URL(request.url).pathname, kept))) await cache.delete(request)
  }
}
