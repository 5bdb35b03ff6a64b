import { SHARES_MAXIMUM, type ShareBody } from '#domain/exchange/share.ts'
import type { Deps } from '../../deps.ts'
import { requireScales } from '../../hives/scales/visible-scales.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { countSharesOf, insertShare, type ShareRow } from './share-queries.ts'
import { TOKEN_PURPOSE } from './share-token-purpose.ts'

/**
 * Makes a link to own scales. Throws 404 `scale_not_found` for somebody else's, 403 `share_own_scales_only` for those that
 * may only be seen, 400 `not_shareable` for regions and for what is in the archive, 409 `shares_too_many`.
 */
export async function createShare(
  { database: { db }, clock, ids, secrets }: Pick<Deps, 'database' | 'clock' | 'ids' | 'secrets'>,
  account: SignedIn,
  body: ShareBody,
  host?: string,
): Promise<{ row: ShareRow; scaleIds: number[] }> {
  if (body.regions.length > 0) throw new AppError(400, 'not_shareable')
  const scaleIds = [...new Set(body.scales)]
  const scales = await requireScales(db, account, scaleIds, 'read')
  if (scales.some(({ access }) => access !== 'own')) throw new AppError(403, 'share_own_scales_only')
  if (scales.some(({ row }) => row.state === 'archived')) throw new AppError(400, 'not_shareable')
  if ((await countSharesOf(db, account.accountId)) >= SHARES_MAXIMUM) throw new AppError(409, 'shares_too_many')
  const token = ids.token()
  const fixed = body.type === 'fixed'
  const row = await insertShare(
    db,
    {
      account_id: account.accountId,
      type: body.type,
      description: body.description,
      days: body.type === 'livefeed' ? body.days : null,
      begins_at: fixed ? wholeSeconds(body.from) : null,
      ends_at: fixed ? wholeSeconds(body.to) : null,
      token_hash: secrets.keyedHash(token, TOKEN_PURPOSE),
      token_sealed: secrets.seal(token, TOKEN_PURPOSE),
      created_at: clock.now(),
      site_host: host ?? null,
    },
    scaleIds,
  )
  return { row, scaleIds }
}

const wholeSeconds = (time: string | undefined): number | null =>
  time === undefined ? null : Math.floor(Date.parse(time) / 1000)
