import type { Kysely } from 'kysely'
import { SHARES_MAXIMUM, type ShareBody } from '#domain/exchange/share.ts'
import type { Deps } from '../../deps.ts'
import { requireScales } from '../../hives/scales/visible-scales.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { tokenOfRequest } from '../../platform/runtime/token-of-request.ts'
import type { Tables } from '../../store/tables.ts'
import { countSharesOf, insertShare, type ShareRow, selectScalesOfShares, selectShareOf } from './share-queries.ts'
import { TOKEN_PURPOSE } from './share-token-purpose.ts'

type Made = { row: ShareRow; scaleIds: number[] }

/**
 * Creates a link to one's own scales; the same id from the same account returns the same link. Throws 404 `scale_not_found` for somebody
 * else's scales, 403 `share_own_scales_only` for scales that one may only view, 400 `not_shareable` for regions and archived scales, 409
 * `shares_too_many`.
 */
export async function createShare(
  { database: { db }, clock, ids, secrets }: Pick<Deps, 'database' | 'clock' | 'ids' | 'secrets'>,
  account: SignedIn,
  body: ShareBody,
  host?: string,
): Promise<Made & { isNew: boolean }> {
  const { accountId } = account
  const token = body.id === undefined ? ids.token() : tokenOfRequest(secrets, TOKEN_PURPOSE, accountId, body.id)
  const tokenHash = secrets.keyedHash(token, TOKEN_PURPOSE)
  const known = await knownShare(db, accountId, tokenHash)
  if (known) return { ...known, isNew: false }
  if (body.regions.length > 0) throw new AppError(400, 'not_shareable')
  const scaleIds = [...new Set(body.scales)]
  const scales = await requireScales(db, account, scaleIds, 'read')
  if (scales.some(({ access }) => access !== 'own')) throw new AppError(403, 'share_own_scales_only')
  if (scales.some(({ row }) => row.state === 'archived')) throw new AppError(400, 'not_shareable')
  const fixed = body.type === 'fixed'
  const row = await db.transaction().execute(async (within) => {
    const inserted = await insertShare(
      within,
      {
        account_id: accountId,
        type: body.type,
        description: body.description,
        days: body.type === 'livefeed' ? body.days : null,
        begins_at: fixed ? wholeSeconds(body.from) : null,
        ends_at: fixed ? wholeSeconds(body.to) : null,
        token_hash: tokenHash,
        token_sealed: secrets.seal(token, TOKEN_PURPOSE),
        created_at: clock.now(),
        site_host: host ?? null,
      },
      scaleIds,
    )
    // transactions run one after the other, so no two of them see the same count
    const isOneMore = inserted && (await countSharesOf(within, accountId)) > SHARES_MAXIMUM
    if (isOneMore) throw new AppError(409, 'shares_too_many')
    return inserted
  })
  if (row) return { row, scaleIds, isNew: true }
  // an identical call was under way at the same time
  const first = await knownShare(db, accountId, tokenHash)
  if (!first) throw new AppError(409, 'already_exists')
  return { ...first, isNew: false }
}

async function knownShare(db: Kysely<Tables>, accountId: number, tokenHash: string): Promise<Made | undefined> {
  const row = await selectShareOf(db, accountId, tokenHash)
  return row && { row, scaleIds: (await selectScalesOfShares(db, [row.id])).map(({ id }) => id) }
}

const wholeSeconds = (time: string | undefined): number | null =>
  time === undefined ? null : Math.floor(Date.parse(time) / 1000)
