import { wipeQueryCache } from '../../../offline/query-cache.ts'
import { withdrawAccount } from '../../../offline/service-worker.ts'
import { forgetDrafts, keepDrafts } from '../../../ui/form/shown-forms.ts'
import { START_PATH } from './from-path.ts'
import { forgetUser, foundOnDevice, isSignedIn, session, user } from './session-state.ts'
import { signInReason } from './sign-in-reason.ts'

/** `over`: it ended without the person's doing. */
type Notice = 'ended' | 'over' | 'begun'

const otherTabs = new BroadcastChannel('hivewatch.session')

/** Lets the other tabs know that a session ended or began here. */
export function tellOtherTabs(notice: Notice): void {
  otherTabs.postMessage(notice)
}

/**
 * Forgets the user and all answers in this page, and what it kept of them. Where the session is `over` without their doing, they
 * are told so, and what they were typing waits for them.
 */
export function forgetHere({ over = false } = {}): void {
  if (over) keepDrafts(user.id)
  else forgetDrafts()
  signInReason.is = over ? 'over' : undefined
  // by now the device may be another's
  withdrawAccount()
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
    // whether somebody signed out is told by a message, perhaps later
    if (found === 'nobody') forgetHere({ over: true })
    if (found === 'another') beginAnew()
  }
  otherTabs.addEventListener('message', ({ data }: MessageEvent<Notice>) => {
    if (data === 'begun') look()
    else if (data === 'ended') forgetHere()
    else if (isSignedIn(session.phase)) forgetHere({ over: true })
  })
  window.addEventListener('storage', look)
  window.addEventListener('pageshow', look)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look()
  })
}
