import type { Locale } from '#domain/platform/locale.ts'
import type { Deps } from '../../../deps.ts'
import { type AccountRow, updateAccount } from '../account-queries.ts'

/**
 * Gives an administrator who has not filled in a profile yet the language of the page on which they sign in: nobody chose one for the account that the
 * configuration creates.
 */
export async function takeLanguage(
  { database: { db } }: Pick<Deps, 'database'>,
  account: AccountRow,
  asked: Locale | undefined,
): Promise<AccountRow> {
  if (!asked || asked === account.language || account.admin === 0 || account.street !== '') return account
  await updateAccount(db, account.id, { language: asked })
  return { ...account, language: asked }
}
