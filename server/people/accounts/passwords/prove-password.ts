import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import { countWrong } from '../../../platform/http/limits/count-wrong.ts'
import { createRateLimit } from '../../../platform/http/limits/rate-limit.ts'
import { selectAccountById } from '../account-queries.ts'

const TRIES = 10
const TRIES_WITHIN_SECONDS = 15 * 60

/**
 * Verifies that the owner is asking, and not somebody who found the device unlocked; returns the current password
 * hash. Throws 400 `current_password_wrong`, and 429 after too many attempts for one account, wherever they come from.
 */
export type PasswordProof = (account: SignedIn, password: string) => Promise<string>

export function createPasswordProof({ database, passwords }: Pick<Deps, 'database' | 'passwords'>): PasswordProof {
  const tries = createRateLimit(TRIES, TRIES_WITHIN_SECONDS)
  return ({ accountId }, password) =>
    countWrong(tries, String(accountId), async () => {
      const row = await selectAccountById(database.db, accountId)
      const right = await passwords.verify(row?.password_hash, password)
      if (!row || !right) throw new AppError(400, 'current_password_wrong')
      await tries.forgive(String(accountId))
      return row.password_hash
    })
}
