import type { Share } from '#domain/exchange/share.ts'
import type { Deps } from '../../deps.ts'
import { siteOf } from '../../platform/http/site-address.ts'
import { shareFrame, shareLink } from './share-link.ts'
import type { ShareRow } from './share-queries.ts'
import { TOKEN_PURPOSE } from './share-token-purpose.ts'

/** A share as the API shows it to its owner; `asked` is the address at which they look. Its link leads to where it was made. */
export function toShare(
  { config, secrets }: Pick<Deps, 'config' | 'secrets'>,
  { row, scaleIds }: { row: ShareRow; scaleIds: number[] },
  asked: { origin: string; host: string | undefined },
): Share {
  const site = siteOf(config, row.site_host ?? asked.host)
  const token = secrets.open(row.token_sealed, TOKEN_PURPOSE)
  const link = token === undefined ? null : shareLink(site.origin ?? asked.origin, row.type, token)
  return {
    id: row.id,
    type: row.type,
    description: row.description,
    scales: scaleIds,
    days: row.days,
    from: isoTime(row.begins_at),
    to: isoTime(row.ends_at),
    issuedAt: new Date(row.created_at).toISOString(),
    link,
    iframe: link && shareFrame(link, row.description || site.name),
  }
}

const isoTime = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1000).toISOString()
