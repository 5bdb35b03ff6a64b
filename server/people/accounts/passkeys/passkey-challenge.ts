import type { Deps } from '../../../deps.ts'
import { hashToken } from '../../../platform/runtime/ids.ts'
import { deleteExpiredChallenges, insertChallenge, takeChallenge } from '../second-factor/passkey-queries.ts'

const LIFE_MS = 5 * 60_000

/** Creates a challenge that a passkey must sign once, within 5 minutes. `accountId` null: for signing in. */
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

/** Whether the signed challenge is one we issued, still valid and unused; asking uses it up. */
export const isOurChallenge =
  ({ database, clock }: Pick<Deps, 'database' | 'clock'>, accountId: number | null) =>
  (challenge: string): Promise<boolean> =>
    takeChallenge(database.db, hashToken(challenge), accountId, clock.now())
