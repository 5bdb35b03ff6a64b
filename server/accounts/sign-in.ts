import { AppError } from '../http/app-error.ts'
import type { Deps } from '../http/deps.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { type AccountRow, selectAccountByEmail } from './account-queries.ts'

/** `perAddress` counts tries for one address from one place, `perPlace` those from one place for whatever address. */
export type SignInLimits = { perAddress: RateLimit; perPlace: RateLimit }

/**
 * The account behind an address and a password. A wrong password and an unknown address are 401 `credentials_wrong` alike,
 * after the same time; too many tries are 429. A right password costs its place nothing: many may live behind one address.
 */
export async function signIn(
  { database, passwords }: Pick<Deps, 'database' | 'passwords'>,
  { perAddress, perPlace }: SignInLimits,
  attempt: { email: string; password: string; from: string },
): Promise<AccountRow> {
  const key = `${attempt.email} ${attempt.from}`
  await perPlace.consume(attempt.from)
  await perAddress.consume(key)
  const account = await selectAccountByEmail(database.db, attempt.email)
  const right = await passwords.verify(account?.password_hash, attempt.password)
  if (!account || !right) throw new AppError(401, 'credentials_wrong')
  if (account.active === 0) throw new AppError(401, 'account_inactive')
  await perAddress.forgive(key)
  await perPlace.giveBack(attempt.from)
  return account
}
