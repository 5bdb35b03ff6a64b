import * as v from 'valibot'
import { ApiTokenScope } from '#domain/people/api-token.ts'
import type { Deps } from '../../../deps.ts'
import { isStorageUnavailable } from '../../../platform/db/lane.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import { hashToken } from '../../../platform/runtime/ids.ts'
import { viewerOf } from '../viewer-of.ts'
import { noteApiTokenUse, selectApiToken } from './api-token-queries.ts'

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
  if (Number(row.expires_at) <= now) throw new AppError(401, 'api_token_ended')
  if (now - Number(row.last_used_at ?? 0) >= NOTED_EVERY_MS) await noteUse(deps, row.id, now)
  return {
    id: row.id,
    scopes: scopesOf(row.scopes),
    account: { ...account, admin: false, role: NO_MANAGER, affiliationId: null },
  }
}

export const scopesOf = (text: string): ApiTokenScope[] => v.parse(v.array(ApiTokenScope), JSON.parse(text))

async function noteUse({ database }: Pick<Deps, 'database'>, id: number, now: number): Promise<void> {
  try {
    await noteApiTokenUse(database.db, id, now)
  } catch (error) {
    // reading works all the same; the next request records the use
    if (!isStorageUnavailable(error)) throw error
  }
}
