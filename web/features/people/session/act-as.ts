import { ApiError } from '../../../api/api-error.ts'
import { api, call } from '../../../api/client.ts'
import { askServer } from './restore-session.ts'

/** Goes on in the name of a user; the page begins anew as theirs. Throws the server's answer when it refuses. */
export async function actAs(userId: number): Promise<void> {
  await call(api.admin.user[':id'].actAs.$post({ param: { id: String(userId) } }))
  await askServer()
}

/** Goes on as oneself again; the page begins anew. */
export async function endActAs(): Promise<void> {
  try {
    await call(api.user.endActAs.$post())
  } catch (error) {
    // another tab was faster, or the session is over: asking tells which
    if (!(error instanceof ApiError) || error.status !== 401) throw error
  }
  await askServer()
}
