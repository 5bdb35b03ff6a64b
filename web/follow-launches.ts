import type { AnyRouter } from '@tanstack/react-router'

type LaunchQueue = { setConsumer(consumer: (launch: { targetURL?: string }) => void): void }

/** What the icon of the app leads to: it only brings the window that is open to the front, as that may hold what somebody types. */
const START = '/dashboard'

/** Goes where a shortcut of the app's icon leads, without loading the page anew. */
export function followLaunches(router: Pick<AnyRouter, 'navigate'>): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue }
  launchQueue?.setConsumer(({ targetURL }) => {
    if (!targetURL) return
    const { origin, pathname, search, href } = new URL(targetURL)
    const isHere = href === window.location.href
    if (origin !== window.location.origin || isHere || pathname + search === START) return
    void router.navigate({ href: pathname + search })
  })
}
