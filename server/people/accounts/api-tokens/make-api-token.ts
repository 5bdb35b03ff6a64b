import { API_TOKEN_PREFIX, API_TOKENS_MAXIMUM, type ApiTokenBody } from '#domain/people/api-token.ts'
import { DAY_MS } from '#domain/platform/durations.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { hashToken } from '../../../platform/runtime/ids.ts'
import { tokenOfRequest } from '../../../platform/runtime/token-of-request.ts'
import { tellOwner } from '../tell-owner.ts'
import { type ApiTokenRow, insertApiToken, selectApiTokenOf, selectApiTokensOf } from './api-token-queries.ts'

/**
 * Creates a token for scripts; only its hash is stored, and the token is shown this once. The same id from the same account gives the same token,
 * in case the answer was lost. Throws 409 `api_tokens_too_many`, and 409 `already_exists` for one used since: its user has it.
 */
export async function makeApiToken(
  deps: Pick<Deps, 'database' | 'clock' | 'ids' | 'secrets' | 'mailer' | 'wakeMails'>,
  accountId: number,
  { id, name, scopes, days }: ApiTokenBody,
): Promise<{ row: ApiTokenRow; token: string; isNew: boolean }> {
  const { ids, secrets } = deps
  const token =
    API_TOKEN_PREFIX + (id === undefined ? ids.token() : tokenOfRequest(secrets, 'api_token', accountId, id))
  const tokenHash = hashToken(token)
  const now = deps.clock.now()
  const made = await deps.database.db.transaction().execute(async (db) => {
    const known = await selectApiTokenOf(db, accountId, tokenHash)
    if (known) return { row: unused(known), isNew: false }
    if ((await selectApiTokensOf(db, accountId)).length >= API_TOKENS_MAXIMUM) {
      throw new AppError(409, 'api_tokens_too_many', { values: { maximum: API_TOKENS_MAXIMUM } })
    }
    const row = await insertApiToken(db, {
      account_id: accountId,
      token_hash: tokenHash,
      name,
      scopes: JSON.stringify([...new Set(scopes)]),
      created_at: now,
      expires_at: now + days * DAY_MS,
      last_used_at: null,
    })
    // another call with the same id ran at the same time
    if (!row) return { row: unused(await selectApiTokenOf(db, accountId, tokenHash)), isNew: false }
    await tellOwner(deps, db, accountId, 'api_token_made', { name })
    return { row, isNew: true }
  })
  if (made.isNew) deps.wakeMails()
  return { ...made, token }
}

function unused(row: ApiTokenRow | undefined): ApiTokenRow {
  if (!row || row.last_used_at !== null) throw new AppError(409, 'already_exists')
  return row
}
