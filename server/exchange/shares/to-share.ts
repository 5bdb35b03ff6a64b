import type { Share, ShareType } from '#domain/exchange/share.ts'
import type { Deps } from '../../deps.ts'
import { isoTime } from '../../platform/db/stored-time.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'
import { siteOf } from '../../platform/http/site-address.ts'
import type { ShareRow } from './share-queries.ts'
import { TOKEN_PURPOSE } from './share-token-purpose.ts'

/**
 * A share as the API shows it to its owner; `asked`: the origin of this request. The link leads to where the share was made. Anyone acting in
 * the owner's name is not shown it, as it keeps working for as long as the share exists.
 */
export function toShare(
  { config, secrets }: Pick<Deps, 'config' | 'secrets'>,
  { row, scaleIds }: { row: ShareRow; scaleIds: number[] },
  asked: { origin: string; host: string | undefined },
  { actor }: Pick<SignedIn, 'actor'>,
): Share {
  const site = siteOf(config, row.site_host ?? asked.host)
  const token = actor ? undefined : secrets.open(row.token_sealed, TOKEN_PURPOSE)
  const link = token === undefined ? null : shareLink(site.origin ?? asked.origin, row.type, token)
  return {
    id: row.id,
    type: row.type,
    description: row.description,
    scales: scaleIds,
    days: row.days,
    from: fromSeconds(row.begins_at),
    to: fromSeconds(row.ends_at),
    issuedAt: isoTime(row.created_at),
    link,
    iframe: link && shareFrame(link, row.description || site.name),
  }
}

const fromSeconds = (seconds: number | null): string | null => (seconds === null ? null : isoTime(seconds * 1000))

/** The page of a share: livefeeds have their own, all others open on that of the timeline. */
const shareLink = (origin: string, type: ShareType, token: string): string =>
  `${origin}/shared/${type === 'livefeed' ? 'livefeed' : 'timeline'}?token=${token}`

/** The HTML that embeds a share in another page. */
const shareFrame = (link: string, title: string): string =>
  `<iframe src="${escapeHtml(link)}" title="${escapeHtml(title)}" width="100%" height="480" style="border:0" loading="lazy"></iframe>`
