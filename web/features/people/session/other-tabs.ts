import { wipeQueryCache } from '../../../offline/query-cache.ts'
import { withdrawAccount } from '../../../offline/service-worker.ts'
import { forgetDrafts, keepDrafts } from '../../../ui/form/shown-forms.ts'
import { START_PATH } from './from-path.ts'
import { forgetUser, foundOnDevice, isSignedIn, session, user } from './session-state.ts'
import { signInReason } from './sign-in-reason.ts'

/** `over`: the session ended without the user's doing. */
type Notice = 'ended' | 'over' | 'begun'

const otherTabs = new BroadcastChannel('hivewatch.session')

/** Tells the other tabs that a session ended or began here. */
export function tellOtherTabs(notice: Notice): void {
  otherTabs.postMessage(notice)
}

/**
 * Forgets the user and all answers in this page, including what it stored of them. If the session is `over`
 * without the user's doing, they are told so, and what they were typing is kept for them.
 */
export function forgetHere({ over = false } = {}): void {
  if (over) keepDrafts(user.id)
  else forgetDrafts()
  signInReason.is = over ? 'over' : undefined
  // the device may belong to someone else by now
  withdrawAccount()
  forgetUser()
  wipeQueryCache()
}

/** Forgets the user and reloads as whoever is signed in now: nothing in the page survives. */
export function beginAnew(): void {
  forgetHere()
  window.location.replace(START_PATH)
}

/** Follows what other tabs do with the session. A tab that missed it checks the device when it becomes visible. */
export function followOtherTabs(): void {
  const look = () => {
    const found = foundOnDevice()
    // a message, possibly later, says whether someone signed out
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
