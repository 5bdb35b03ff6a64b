import { API_TOKEN_PREFIX, API_TOKENS_MAXIMUM, type ApiTokenBody } from '#domain/people/api-token.ts'
import { DAY_MS } from '#domain/platform/durations.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { hashToken } from '../../../platform/runtime/ids.ts'
import { tellOwner } from '../tell-owner.ts'
import { type ApiTokenRow, insertApiToken, selectApiTokensOf } from './api-token-queries.ts'

/** Makes a token for scripts; it is kept as a hash, and told this once. Throws 409 `api_tokens_too_many`. */
export async function makeApiToken(
  deps: Pick<Deps, 'database' | 'clock' | 'ids' | 'mailer' | 'wakeMails'>,
  accountId: number,
  { name, scopes, days }: ApiTokenBody,
): Promise<{ row: ApiTokenRow; token: string }> {
  const token = API_TOKEN_PREFIX + deps.ids.token()
  const now = deps.clock.now()
  const row = await deps.database.db.transaction().execute(async (db) => {
    if ((await selectApiTokensOf(db, accountId)).length >= API_TOKENS_MAXIMUM) {
      throw new AppError(409, 'api_tokens_too_many', { values: { maximum: API_TOKENS_MAXIMUM } })
    }
    await tellOwner(deps, db, accountId, 'api_token_made', { name })
    return insertApiToken(db, {
      account_id: accountId,
      token_hash: hashToken(token),
      name,
      scopes: JSON.stringify([...new Set(scopes)]),
      created_at: now,
      expires_at: now + days * DAY_MS,
      last_used_at: null,
    })
  })
  deps.wakeMails()
  return { row, token }
}
