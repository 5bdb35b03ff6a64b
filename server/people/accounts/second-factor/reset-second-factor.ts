import type { Deps } from '../../../deps.ts'
import { recordChange } from '../../../platform/audit/record-change.ts'
import { StartError } from '../../../platform/runtime/start-error.ts'
import { selectAccountByEmail } from '../account-queries.ts'
import { endSessionsOf } from '../sessions/session-queries.ts'
import { tellOwner } from '../tell-owner.ts'
import { deletePasskeysOf, selectPasskeysOf } from './passkey-queries.ts'
import { deleteCodes } from './second-factor-queries.ts'

/** Stands for whoever has access to the machine, not for a signed-in account. */
const ON_THE_MACHINE = 0

/**
 * Removes the one-time codes, recovery codes and passkeys of a user who has lost them all, and ends their sessions, so that the password alone
 * suffices again. Returns a description of what was done. Throws StartError if there is no such account.
 */
export async function resetSecondFactor(
  deps: Pick<Deps, 'database' | 'clock' | 'mailer' | 'wakeMails'>,
  email: string,
): Promise<string> {
  const found = await deps.database.db.transaction().execute(async (db) => {
    const account = await selectAccountByEmail(db, email.trim().toLowerCase())
    if (!account) throw new StartError(`no account has the e-mail address ${email}`)
    const passkeys = (await selectPasskeysOf(db, account.id)).length
    const oneTime = await deleteCodes(db, account.id)
    await deletePasskeysOf(db, account.id)
    const sessions = await endSessionsOf(db, account.id)
    await recordChange(
      { ...deps, database: { db } },
      {
        actorId: ON_THE_MACHINE,
        action: 'user.resetSecondFactor',
        subjectType: 'user',
        subjectId: String(account.id),
        before: { oneTime, passkeys, sessions },
        after: { oneTime: false, passkeys: 0, sessions: 0, by: 'npm run reset-second-factor' },
      },
    )
    await tellOwner(deps, db, account.id, 'codes_reset')
    return { oneTime, passkeys, sessions }
  })
  deps.wakeMails()
  const codes = found.oneTime ? 'one-time codes are off' : 'there were no one-time codes'
  return `${codes}, passkeys removed: ${found.passkeys}, sessions ended: ${found.sessions}`
}
