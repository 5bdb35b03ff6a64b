import type { Deps } from '../../../deps.ts'
import { recordChange } from '../../../platform/audit/record-change.ts'
import { isUniqueViolation } from '../../../platform/db/lane.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import type { MailCodes } from '../../../platform/mails/confirm-mail-address.ts'
import { moveOwnChannel } from '../../../platform/mails/move-own-channel.ts'
import { replaceEmail } from '../account-queries.ts'
import { deleteResetsOf } from '../password-reset-queries.ts'
import { tellOwner } from '../tell-owner.ts'

type Change = { account: SignedIn; email: string }

/**
 * Mails a code to an account's future address. Whether somebody else already has that address stays secret until the code is entered.
 * Throws 400 `no_changes`, 403 `forbidden` for the address excluded from administration, 429, 503 `mail_unavailable`.
 */
export async function beginEmailChange(
  { config, mailer }: Pick<Deps, 'config' | 'mailer'>,
  mailCodes: MailCodes,
  { account, email }: Change,
): Promise<void> {
  requireChangeable(config.excludedAdminEmail, { account, email })
  if (!mailer.available) throw new AppError(503, 'mail_unavailable')
  await mailCodes.send(account, email)
}

/**
 * Changes an account's address to the one that received the code, notifies the old one, and invalidates reset links sent there. Alarms that were
 * mailed to the old one go to the new one.
 * Throws what `beginEmailChange` throws, and 400 `code_wrong`, 409 `email_taken`.
 */
export async function changeEmail(
  deps: Pick<Deps, 'database' | 'clock' | 'config' | 'mailer' | 'wakeMails'>,
  mailCodes: MailCodes,
  { account, email, code }: Change & { code: string },
): Promise<void> {
  requireChangeable(deps.config.excludedAdminEmail, { account, email })
  await mailCodes.enter(account, email, code)
  const { accountId, email: before } = account
  try {
    await deps.database.db.transaction().execute(async (db) => {
      await tellOwner(deps, db, accountId, 'email_changed', { next: email })
      if (!(await replaceEmail(db, accountId, { from: before, to: email }))) throw new AppError(400, 'no_changes')
      await deleteResetsOf(db, accountId)
      await moveOwnChannel(db, accountId, { from: before, to: email })
      await recordChange(
        { ...deps, database: { db } },
        {
          actorId: accountId,
          action: 'user.changeEmail',
          subjectType: 'user',
          subjectId: String(accountId),
          before: { email: before },
          after: { email },
        },
      )
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError(409, 'email_taken', { cause: error })
    throw error
  }
  deps.wakeMails()
}

/** The address decides who is excluded from administration, so nobody may switch to or from that address themselves. */
function requireChangeable(excluded: string | undefined, { account, email }: Change): void {
  if (email === account.email) throw new AppError(400, 'no_changes')
  if (excluded && [email, account.email].includes(excluded)) throw new AppError(403, 'forbidden')
}
