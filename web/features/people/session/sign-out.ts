import { OfflineError } from '../../../api/api-error.ts'
import { api, call } from '../../../api/client.ts'
import { wipeDevice } from '../../../offline/wipe-device.ts'
import { forgetHere, tellOtherTabs } from './other-tabs.ts'
import { oweSignOut, paySignOuts } from './owed-sign-outs.ts'
import { readStoredUser, session, user } from './session-state.ts'
import { signInReason } from './sign-in-reason.ts'

const PATIENCE_MS = 5000

/**
 * Forgets the user and everything of theirs on this device, here and in the other tabs. Calling it again has no effect.
 * If the session ended without the user's doing (`signedOut` false), queued changes are kept until the same user returns.
 * The user is told why they have to sign in, unless they know (`expected`).
 */
export function endSession({ signedOut = false, expected = false } = {}): void {
  if (session.phase === 'none') return
  const owner = user.id || readStoredUser()?.id
  const over = !signedOut && !expected && owner !== undefined
  forgetHere({ over })
  tellOtherTabs(over ? 'over' : 'ended')
  void wipeDevice({ keepOutbox: !signedOut, owner, cartOwner: over ? owner : undefined })
}

/** Signs out. Without a network, the device forgets everything anyway, and any page tells the server as soon as possible. */
export async function signOut(): Promise<void> {
  const token = user.signOutToken || readStoredUser()?.signOutToken
  if (token) oweSignOut(token)
  try {
    if (token) await paySignOuts()
    else await call(api.user.logout.$get({}, { init: { signal: AbortSignal.timeout(PATIENCE_MS) } }))
  } catch (error) {
    if (!(error instanceof OfflineError)) throw error
  } finally {
    endSession({ signedOut: true })
    signInReason.is = undefined
  }
}
