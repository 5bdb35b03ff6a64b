import { ApiError, OfflineError } from '../../../api/api-error.ts'
import { api, call } from '../../../api/client.ts'
import { openQueryCache } from '../../../offline/query-cache.ts'
import { takeLanguage } from './change-language.ts'
import { beginAnew, tellOtherTabs } from './other-tabs.ts'
import { paySignOuts } from './owed-sign-outs.ts'
import {
  confirmUser,
  handDeviceOver,
  isSignedIn,
  readStoredUser,
  server,
  session,
  sessionEnds,
  trustStoredUser,
  user,
} from './session-state.ts'
import { signInReason } from './sign-in-reason.ts'
import { endSession } from './sign-out.ts'

/** How long a known device waits for the server before saying that it shows stored data. */
const PATIENCE_MS = 4000

/** The pauses after which a device without a known user asks again when the server failed. */
const PAUSES_MS = [1000, 3000]

let asking: Promise<void> | undefined

/**
 * Finds out who is signed in, once. A device that was signed in continues with what it has while the answer is pending; its session
 * ends only if the server says that nobody is signed in. A device without a known user asks a failing server a few times, then shows
 * the sign-in. Throws OfflineError if there is neither an answer nor an earlier session.
 */
export async function restoreSession(): Promise<void> {
  if (session.phase !== 'unknown') return
  asking ??= paySignOuts()
    .then(askPatiently)
    .finally(() => {
      asking = undefined
    })
  const known = readStoredUser()
  if (!known) await asking
  else {
    asking.catch(noteSilence)
    setTimeout(noteSilence, PATIENCE_MS)
    await openQueryCache(known.id)
    if (session.phase === 'unknown') trustStoredUser()
  }
  if (isSignedIn(session.phase)) await openQueryCache(user.id)
}

function noteSilence(): void {
  if (session.phase === 'trusted') server.silent = true
}

async function askPatiently(): Promise<void> {
  for (const pause of [...PAUSES_MS, undefined]) {
    try {
      await askServer()
      break
    } catch (error) {
      if (error instanceof OfflineError) throw error
      signInReason.asking = true
      if (pause === undefined) signInReason.is = 'failed'
      else await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  signInReason.asking = false
}

/** Continues the session of a known device, also on public pages; errors are reported by routes that depend on it. */
export function resumeSession(): void {
  if (readStoredUser()) restoreSession().catch(() => undefined)
}

let lastAsked = 0

/**
 * Asks again who is signed in: after signing in, and when the network is back. An answer is ignored if the session has ended or
 * a newer request was made since. If it names someone other than this page's user, the page reloads.
 */
export async function askServer(): Promise<void> {
  const asked = ++lastAsked
  const ends = sessionEnds()
  const isLate = () => asked !== lastAsked || ends !== sessionEnds()
  try {
    const reply = await call(api.user.ping.$get())
    if (isLate()) return
    if (isSignedIn(session.phase) && reply.userId !== user.id) {
      handDeviceOver(reply)
      return beginAnew()
    }
    await openQueryCache(reply.userId)
    if (!isSignedIn(session.phase) && !readStoredUser()) await takeLanguage(reply.language)
    if (isLate()) return
    confirmUser(reply)
    tellOtherTabs('begun')
  } catch (error) {
    if (isLate()) return
    if (error instanceof ApiError && error.status === 401) await endOrComeBack()
    else if (session.phase === 'trusted') noteSilence()
    else if (!isSignedIn(session.phase) && !trustStoredUser()) throw error
  }
}

/** The session is over. An administrator acting as someone else returns to their own account if their own session is still valid. */
async function endOrComeBack(): Promise<void> {
  const acting = user.acting ?? readStoredUser()?.acting
  const isBack =
    acting &&
    (await call(api.user.endActAs.$post()).then(
      () => true,
      () => false,
    ))
  if (!isBack) return endSession()
  await askServer()
  // if no answer came, what is saved here would be saved for the administrator
  if (user.acting ?? readStoredUser()?.acting) beginAnew()
}

/** Call when a reply says that nobody is signed in any longer. */
export function sessionIsOver(): void {
  if (user.acting) void askServer().catch(() => undefined)
  else endSession()
}
