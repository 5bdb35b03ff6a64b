import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'

/** A screen that waits longer than this for an answer leaves the network to others. */
const LONGEST_MS = 15_000

/**
 * Resolves when the first screen can be used and has what it asked for: until then whatever else is fetched would take a weak network
 * from it.
 */
export async function firstScreenIsThere(router: AnyRouter, client: QueryClient): Promise<void> {
  await Promise.race([
    shown(router).then(() => answered(client)),
    new Promise((resolve) => setTimeout(resolve, LONGEST_MS)),
  ])
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
