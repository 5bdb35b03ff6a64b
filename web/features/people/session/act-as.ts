import { ApiError } from '../../../api/api-error.ts'
import { api, call } from '../../../api/client.ts'
import { beginAnew } from './other-tabs.ts'
import { askServer } from './restore-session.ts'
import { isSignedIn, session, user } from './session-state.ts'

/** Starts acting as a user; the page reloads as theirs. Throws the server's answer if it refuses. */
export async function actAs(userId: number): Promise<void> {
  await call(api.admin.user[':id'].actAs.$post({ param: { id: String(userId) } }))
  await askServer()
  // if no answer came, what is saved here would be saved for the user
  if (isSignedIn(session.phase) && user.id !== userId) beginAnew()
}

/** Returns to the administrator's own account; the page reloads. */
export async function endActAs(): Promise<void> {
  try {
    await call(api.user.endActAs.$post())
  } catch (error) {
    // another tab was faster, or the session is over; asking the server will tell
    if (!(error instanceof ApiError) || error.status !== 401) throw error
  }
  await askServer()
  if (user.acting) beginAnew()
}
