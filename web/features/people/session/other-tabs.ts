import { wipeQueryCache } from '../../../offline/query-cache.ts'
import { START_PATH } from './from-path.ts'
import { forgetUser, foundOnDevice } from './session-state.ts'

type Notice = 'ended' | 'begun'

const otherTabs = new BroadcastChannel('hivewatch.session')

/** Lets the other tabs know that a session ended or began here. */
export function tellOtherTabs(notice: Notice): void {
  otherTabs.postMessage(notice)
}

/** Forgets the user and all answers in this page, and what it kept of them. */
export function forgetHere(): void {
  forgetUser()
  wipeQueryCache()
}

/** Forgets the user, and begins anew with whoever is signed in now: nothing of the page outlives that. */
export function beginAnew(): void {
  forgetHere()
  window.location.replace(START_PATH)
}

/**
 * Follows what other tabs do with the session. A tab that slept through it looks at the device when it is seen again.
 */
export function followOtherTabs(): void {
  const look = () => {
    const found = foundOnDevice()
    if (found === 'nobody') forgetHere()
    if (found === 'another') beginAnew()
  }
  otherTabs.addEventListener('message', ({ data }: MessageEvent<Notice>) => {
    if (data === 'ended') forgetHere()
    else look()
  })
  window.addEventListener('storage', look)
  window.addEventListener('pageshow', look)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look()
  })
}
