import { FRESH_CODES_DAYS } from '#domain/people/second-factor.ts'
import type { Deps } from '../../../deps.ts'
import type { Config } from '../../../platform/config/config.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { countWrong } from '../../../platform/http/limits/count-wrong.ts'
import type { RateLimit } from '../../../platform/http/limits/rate-limit.ts'
import { hashToken } from '../../../platform/runtime/ids.ts'
import { type AccountRow, selectAccountById, updateAccount } from '../account-queries.ts'
import { actsAsAdmin } from '../acts-as-admin.ts'
import { deleteApiTokensOf } from '../api-tokens/api-token-queries.ts'
import { refuseCommonPassword } from '../common-passwords/common-passwords.ts'
import { deleteOpenResetsOf, selectJustReset, selectResetAccount, takeReset } from '../password-reset-queries.ts'
import { hasCodes } from '../second-factor/has-second-factor.ts'
import { deletePasskeysOf } from '../second-factor/passkey-queries.ts'
import { endFreshCodes } from '../second-factor/turn-codes-off.ts'
import { endSessionsOf } from '../sessions/session-queries.ts'
import { tellOwner } from '../tell-owner.ts'

const keepsPasskeys = (account: AccountRow, config: Config): boolean =>
  config.adminSecondFactor && actsAsAdmin(account, config)

type ResetDeps = Pick<Deps, 'database' | 'clock' | 'config' | 'passwords' | 'mailer' | 'wakeMails'>
type Reset = { token: string; password: string }

const invalid = () => new AppError(404, 'password_reset_invalid')

/** Throws 404 `password_reset_invalid` if a link is wrong, used up or too old. */
export async function checkPasswordReset(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  token: string,
): Promise<void> {
  if (!(await selectResetAccount(database.db, hashToken(token), clock.now()))) throw invalid()
}

/**
 * Sets a new password by a link, and uses the link up. Ends all sessions, passkeys, script tokens and other links of the account, so that whoever
 * registered somebody else's address, or stole a device, loses access. One-time codes stay unless they are fresh (`endFreshCodes`) and not an
 * administrator's, and so do passkeys if a second
 * factor is required and there are no one-time codes: a mailbox does not count as one. The same link and password again, because the answer
 * was lost, changes nothing; `repeats` counts the wrong ones of an account, since whoever holds a spent link could guess its password by it. Returns
 * whose password it is. Throws 404 `password_reset_invalid`, and 429 after too many wrong passwords with a spent link.
 */
export async function resetPassword(
  deps: ResetDeps,
  repeats: RateLimit,
  reset: Reset,
): Promise<{ id: number; email: string }> {
  try {
    return await setByLink(deps, reset)
  } catch (error) {
    const isSpent = error instanceof AppError && error.code === 'password_reset_invalid'
    const { database, clock } = deps
    const account = isSpent ? await selectJustReset(database.db, hashToken(reset.token), clock.now()) : undefined
    if (!account) throw error
    return await countWrong(repeats, String(account.id), async () => {
      if (!(await deps.passwords.verify(account.password_hash, reset.password))) throw error
      return account
    })
  }
}

async function setByLink(deps: ResetDeps, { token, password }: Reset): Promise<{ id: number; email: string }> {
  const { database, clock, passwords, config } = deps
  await checkPasswordReset(deps, token)
  refuseCommonPassword(password)
  const password_hash = await passwords.hash(password)
  const account = await database.db.transaction().execute(async (db) => {
    const accountId = await takeReset(db, hashToken(token), clock.now())
    const row = accountId === undefined ? undefined : await selectAccountById(db, accountId)
    if (accountId === undefined || !row) throw invalid()
    await updateAccount(db, accountId, { password_hash })
    await endSessionsOf(db, accountId)
    const endsCodes = !actsAsAdmin(row, config) && (await endFreshCodes(deps, db, accountId))
    if (!keepsPasskeys(row, config) || (await hasCodes(db, accountId))) await deletePasskeysOf(db, accountId)
    await deleteApiTokensOf(db, accountId)
    await deleteOpenResetsOf(db, accountId, clock.now())
    await tellOwner(deps, db, accountId, 'password_changed')
    if (endsCodes) await tellOwner(deps, db, accountId, 'codes_ended', { days: String(FRESH_CODES_DAYS) })
    return row
  })
  deps.wakeMails()
  return account
}
