import type { Deps } from '../../../deps.ts'
import { hashToken } from '../../../platform/runtime/ids.ts'
import { deleteExpiredChallenges, insertChallenge, takeChallenge } from '../second-factor/passkey-queries.ts'

const LIFE_MS = 5 * 60_000

/** A challenge that a passkey must sign within 5 minutes, once. `accountId` null: for signing in. */
export async function giveChallenge(
  { database, clock, ids }: Pick<Deps, 'database' | 'clock' | 'ids'>,
  accountId: number | null,
): Promise<string> {
  const challenge = ids.token()
  const now = clock.now()
  await deleteExpiredChallenges(database.db, now)
  await insertChallenge(database.db, {
    challenge_hash: hashToken(challenge),
    account_id: accountId,
    expires_at: now + LIFE_MS,
  })
  return challenge
}

/** Whether what was signed is a challenge we gave, still good and not used before; it is used up by asking. */
export const isOurChallenge =
  ({ database, clock }: Pick<Deps, 'database' | 'clock'>, accountId: number | null) =>
  (challenge: string): Promise<boolean> =>
    takeChallenge(database.db, hashToken(challenge), accountId, clock.now())
