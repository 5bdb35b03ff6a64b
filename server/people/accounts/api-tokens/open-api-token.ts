import * as v from 'valibot'
import { API_TOKEN_DAYS_MAXIMUM, ApiTokenScope } from '#domain/people/api-token.ts'
import { DAY_MS } from '#domain/platform/durations.ts'
import type { Deps } from '../../../deps.ts'
import { isStorageUnavailable } from '../../../platform/db/lane.ts'
import { storedJson } from '../../../platform/db/stored-json.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import { hashToken } from '../../../platform/runtime/ids.ts'
import { viewerOf } from '../viewer-of.ts'
import { type ApiTokenRow, noteApiTokenUse, selectApiToken } from './api-token-queries.ts'

const NOTED_EVERY_MS = 5 * 60_000
const NO_MANAGER = 3

export type OpenedToken = { id: number; scopes: ApiTokenScope[]; account: SignedIn }

/**
 * What a token opens: whatever its owner sees as a beekeeper, regardless of further rights. Throws 401 `api_token_wrong` if it does not exist
 * (any more) or its owner was deactivated, and 401 `api_token_ended`.
 */
export async function openApiToken(
  deps: Pick<Deps, 'database' | 'clock' | 'config'>,
  token: string,
): Promise<OpenedToken> {
  const { db } = deps.database
  const row = await selectApiToken(db, hashToken(token))
  const account = row && (await viewerOf(deps, row.account_id))
  if (!row || !account) throw new AppError(401, 'api_token_wrong')
  const now = deps.clock.now()
  if (hasEnded(row, now)) throw new AppError(401, 'api_token_ended')
  if (now - Number(row.last_used_at ?? 0) >= NOTED_EVERY_MS) await noteUse(deps, row.id, now)
  return {
    id: row.id,
    scopes: scopesOf(row.scopes),
    account: { ...account, admin: false, role: NO_MANAGER, affiliationId: null },
  }
}

/** Whether a token has ended. One that lasts longer than any may was made by a clock that was ahead. */
export const hasEnded = ({ expires_at }: Pick<ApiTokenRow, 'expires_at'>, nowMs: number): boolean =>
  Number(expires_at) <= nowMs || Number(expires_at) > nowMs + (API_TOKEN_DAYS_MAXIMUM + 1) * DAY_MS

export const scopesOf = (text: string): ApiTokenScope[] => storedJson(v.array(ApiTokenScope), text, [])

async function noteUse({ database }: Pick<Deps, 'database'>, id: number, now: number): Promise<void> {
  try {
    await noteApiTokenUse(database.db, id, now)
  } catch (error) {
    // reading works all the same; the next request records the use
    if (!isStorageUnavailable(error)) throw error
  }
}
