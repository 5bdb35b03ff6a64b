import { sharePeriod } from '#domain/exchange/share.ts'
import type { Deps } from '../../deps.ts'
import type { Shared } from '../../platform/http/env.ts'
import { selectScalesOfShares, selectShareByToken } from './share-queries.ts'
import { TOKEN_PURPOSE } from './share-token-purpose.ts'

/**
 * What a token opens at this moment; undefined if it opens nothing (any more). Tokens are looked up by a keyed hash, so that the time this
 * takes reveals nothing about them.
 */
export async function openShare(
  { database: { db }, clock, secrets }: Pick<Deps, 'database' | 'clock' | 'secrets'>,
  token: string,
): Promise<Shared | undefined> {
  const row = await selectShareByToken(db, secrets.keyedHash(token, TOKEN_PURPOSE))
  if (!row) return undefined
  const scaleIds = (await selectScalesOfShares(db, [row.id])).map(({ id }) => id)
  if (scaleIds.length === 0) return undefined
  const { type, days, begins_at: from, ends_at: to } = row
  return { shareId: row.id, scaleIds, period: sharePeriod({ type, days, from, to }, Math.floor(clock.now() / 1000)) }
}
