import type { Deps } from '../http/deps.ts'
import { deleteExpiredChallenges } from './passkey-queries.ts'
import { deleteExpiredResets } from './password-reset-queries.ts'
import { deleteEndedSessions } from './session-queries.ts'

/** Takes away sessions, links for new passwords and tries with a passkey that are over; says how many sessions. */
export async function clearSignIns({ database: { db }, clock }: Pick<Deps, 'database' | 'clock'>): Promise<number> {
  const now = clock.now()
  await deleteExpiredResets(db, now)
  await deleteExpiredChallenges(db, now)
  return deleteEndedSessions(db, now)
}
