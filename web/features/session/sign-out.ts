import { OfflineError } from '../../api/api-error.ts'
import { api, call } from '../../api/client.ts'
import { readStored, removeStored, writeStored } from '../../offline/local-storage.ts'
import { wipeDevice } from '../../offline/wipe-device.ts'
import { forgetHere, tellOtherTabs } from './other-tabs.ts'
import { session } from './session-state.ts'

const PATIENCE_MS = 5000
const SIGN_OUT_OWED = 'hivewatch.sign-out-owed'

/**
 * Forgets the user and everything of theirs on this device, here and in the other tabs. Does nothing twice. Where the session
 * ended without the person's doing (`signedOut` false), changes that wait are kept until the same person is back.
 */
export function endSession({ signedOut = false } = {}): void {
  if (session.phase === 'none') return
  forgetHere()
  tellOtherTabs('ended')
  void wipeDevice({ keepOutbox: !signedOut })
}

/** Signs out. Without a network the device forgets all the same, and tells the server as soon as it can. */
export async function signOut(): Promise<void> {
  writeStored(SIGN_OUT_OWED, 'yes')
  try {
    await payOwedSignOut()
  } catch (error) {
    if (!(error instanceof OfflineError)) throw error
  } finally {
    endSession({ signedOut: true })
  }
}

/** Ends at the server what ended here without a network, before anyone could go on with it. */
export async function payOwedSignOut(): Promise<void> {
  if (readStored(SIGN_OUT_OWED) === null) return
  await call(api.user.logout.$get({}, { init: { signal: AbortSignal.timeout(PATIENCE_MS) } }))
  forgiveOwedSignOut()
}

/** A new session has taken the place of the old one, which is gone by that. */
export function forgiveOwedSignOut(): void {
  removeStored(SIGN_OUT_OWED)
}
