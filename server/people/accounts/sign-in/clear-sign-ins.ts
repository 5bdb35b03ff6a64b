import type { Deps } from '../../../deps.ts'
import { deleteEndedResets } from '../password-reset-queries.ts'
import { deleteExpiredChallenges } from '../second-factor/passkey-queries.ts'
import { forgetPending } from '../second-factor/second-factor-queries.ts'
import { deleteEndedSessions } from '../sessions/session-queries.ts'

/** Deletes expired sessions, links for new passwords, passkey challenges and secrets that no code confirmed; returns how many sessions. */
export async function clearSignIns({ database: { db }, clock }: Pick<Deps, 'database' | 'clock'>): Promise<number> {
  const now = clock.now()
  await deleteEndedResets(db, now)
  await deleteExpiredChallenges(db, now)
  await forgetPending(db, now)
  return deleteEndedSessions(db, now)
}
