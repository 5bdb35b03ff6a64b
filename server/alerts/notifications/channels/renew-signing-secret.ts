import type { Deps } from '../../../deps.ts'
import { newSigningSecret } from '../../../platform/adapters/signed-webhook.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import { tokenOfRequest } from '../../../platform/runtime/token-of-request.ts'
import { updateNotification } from '../notification-queries.ts'
import { readChannel } from '../read-channels.ts'
import { sealToken } from '../seal-token.ts'

/**
 * Replaces a webhook's signing secret and returns it, this one time only; the old secret no longer signs anything. The same request again, because its
 * answer was lost, gets the same secret. Throws 404.
 */
export async function renewSigningSecret(
  deps: Pick<Deps, 'database' | 'secrets'>,
  account: SignedIn,
  id: number,
  requestId: string | undefined,
): Promise<string> {
  const token = requestId && tokenOfRequest(deps.secrets, 'signing secret', account.accountId, `${id} ${requestId}`)
  const signingSecret = newSigningSecret(token ? Buffer.from(token, 'base64url') : undefined)
  await deps.database.db.transaction().execute(async (db) => {
    const { type } = await readChannel(db, account, id)
    if (type !== 'webhook') throw new AppError(404, 'notification_not_found')
    await updateNotification(db, id, { token_sealed: sealToken(deps, signingSecret) })
  })
  return signingSecret
}
