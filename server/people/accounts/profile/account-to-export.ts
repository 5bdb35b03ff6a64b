import type { Deps } from '../../../deps.ts'
import { isoTime } from '../../../platform/db/stored-time.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import { selectAccountById } from '../account-queries.ts'
import { toProfile } from '../account-reply.ts'
import { selectApiTokensOf } from '../api-tokens/api-token-queries.ts'
import { scopesOf } from '../api-tokens/open-api-token.ts'
import { selectPasskeysOf } from '../second-factor/passkey-queries.ts'
import { readSessions } from '../sessions/own-sessions.ts'

/** What an account's export says about the account itself and its ways to sign in. Throws 401 if the account is gone. */
export async function accountToExport(deps: Pick<Deps, 'database' | 'clock' | 'config'>, account: SignedIn) {
  const { db } = deps.database
  const row = await selectAccountById(db, account.accountId)
  if (!row) throw new AppError(401, 'not_signed_in')
  const { email, language, role, affiliation_name: affiliation, created_at } = row
  const [passkeys, tokens] = [await selectPasskeysOf(db, row.id), await selectApiTokensOf(db, row.id)]
  return {
    account: { email, language, role, affiliation, createdAt: isoTime(created_at), ...toProfile(row) },
    sessions: await readSessions(deps, account),
    passkeys: passkeys.map(({ name, created_at }) => ({ name, createdAt: isoTime(created_at) })),
    apiTokens: tokens.map(({ name, scopes, created_at, expires_at }) => ({
      name,
      scopes: scopesOf(scopes),
      createdAt: isoTime(created_at),
      expiresAt: isoTime(expires_at),
    })),
  }
}
