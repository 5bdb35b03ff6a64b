import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'

/** So long the page says that the app is loading; then the app itself says what it waits for. */
const PATIENCE_MS = 1000
/** A screen that waits longer than this for an answer leaves the network to others. */
const LONGEST_MS = 15_000

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Until it is worth saying that something is on its way. */
export const patienceIsOver = (): Promise<void> => after(PATIENCE_MS)

/**
 * Resolves when the first screen can be drawn with what it shows, or it is worth saying that it is on its way: what is drawn before
 * is work that nobody sees, and on a slow phone takes as long as the screen itself.
 */
export const firstScreenIsReady = (router: Pick<AnyRouter, 'load'>, patience = patienceIsOver()): Promise<void> =>
  Promise.race([router.load(), patience])

/**
 * Resolves when the first screen can be used and has what it asked for: until then whatever else is fetched would take a weak network
 * from it.
 */
export async function firstScreenIsThere(router: AnyRouter, client: QueryClient): Promise<void> {
  await Promise.race([shown(router).then(() => answered(client)), after(LONGEST_MS)])
  // Safari has no such callback
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
    // a screen asks when it is mounted, after the router said that it is there
    setTimeout(look)
  })
