import type { Deps } from '../../../deps.ts'
import { newSigningSecret } from '../../../platform/adapters/signed-webhook.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import { updateNotification } from '../notification-queries.ts'
import { readChannel } from '../read-channels.ts'
import { sealToken } from '../seal-token.ts'

/** Replaces a webhook's signing secret and returns it, this one time only; the old secret no longer signs anything. Throws 404. */
export async function renewSigningSecret(
  deps: Pick<Deps, 'database' | 'secrets'>,
  account: SignedIn,
  id: number,
): Promise<string> {
  const signingSecret = newSigningSecret()
  await deps.database.db.transaction().execute(async (db) => {
    const { type } = await readChannel(db, account, id)
    if (type !== 'webhook') throw new AppError(404, 'notification_not_found')
    await updateNotification(db, id, { token_sealed: sealToken(deps, signingSecret) })
  })
  return signingSecret
}
