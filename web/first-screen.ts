import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'

/** How long the page says that the app is loading; after that the app itself says what it is waiting for. */
const PATIENCE_MS = 1000
/** A screen that waits longer than this for an answer no longer blocks other requests. */
const LONGEST_MS = 15_000

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Resolves when it is time to say that something is on its way. */
export const patienceIsOver = (): Promise<void> => after(PATIENCE_MS)

/**
 * Resolves when the first screen can be rendered with its data, or when it is time to say that it is on its way. Anything rendered earlier is never seen, and
 * on a slow phone takes as long as the screen itself.
 */
export const firstScreenIsReady = (router: Pick<AnyRouter, 'load'>, patience = patienceIsOver()): Promise<void> =>
  Promise.race([router.load(), patience])

/** Resolves when the first screen is usable and has the data it requested; until then, any other request would compete for a weak network. */
export async function firstScreenIsThere(router: AnyRouter, client: QueryClient): Promise<void> {
  await Promise.race([shown(router).then(() => answered(client)), after(LONGEST_MS)])
  // Safari does not support this callback
  if ('requestIdleCallback' in window) await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 }))
}

const shown = (router: AnyRouter) =>
  new Promise<void>((resolve) => {
    const stop = router.subscribe('onRendered', () => {
      stop()
      resolve()
    })
  })

const answered = (client: QueryClient) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (client.isFetching() > 0) return
      stop()
      resolve()
    }
    const stop = client.getQueryCache().subscribe(look)
    // a screen sends its requests when it is mounted, after the router has reported it as rendered
    setTimeout(look)
  })
