import type { AnyRouter } from '@tanstack/react-router'

type LaunchQueue = { setConsumer(consumer: (launch: { targetURL?: string }) => void): void }

/** The app icon's address: it only brings the open window to the front, since somebody may be typing there. */
const START = '/dashboard'

/** Navigates to the target of a shortcut on the app's icon without reloading the page. */
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
