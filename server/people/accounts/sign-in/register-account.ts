import type { Profile } from '#domain/people/account.ts'
import { BEEKEEPER, emptyProfile } from '#domain/people/newcomer.ts'
import type { Locale } from '#domain/platform/locale.ts'
import type { Deps } from '../../../deps.ts'
import { isUniqueViolation } from '../../../platform/db/lane.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { type AccountRow, insertAccount } from '../account-queries.ts'
import { refuseCommonPassword } from '../common-passwords/common-passwords.ts'

/** Creates a beekeeper's account. Throws 400 `terms_not_accepted`, 400 `password_too_common`, 409 `email_taken`. */
export async function registerAccount(
  { database, clock, passwords }: Pick<Deps, 'database' | 'clock' | 'passwords'>,
  registration: {
    email: string
    password: string
    acceptTerms: boolean
    language: Locale
    profile: { [Field in keyof Profile]?: Profile[Field] | undefined } | undefined
  },
): Promise<AccountRow> {
  if (!registration.acceptTerms) throw new AppError(400, 'terms_not_accepted')
  refuseCommonPassword(registration.password)
  const given = Object.entries(registration.profile ?? {}).filter(([, text]) => text !== undefined)
  try {
    return await insertAccount(database.db, {
      ...emptyProfile,
      ...Object.fromEntries(given),
      email: registration.email,
      password_hash: await passwords.hash(registration.password),
      language: registration.language,
      role: BEEKEEPER,
      affiliation_id: null,
      created_at: clock.now(),
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError(409, 'email_taken', { cause: error })
    throw error
  }
}
