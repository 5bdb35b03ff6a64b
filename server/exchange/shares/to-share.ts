import type { Share } from '#domain/exchange/share.ts'
import type { SecretBox } from '../../platform/runtime/secret-box.ts'
import { shareFrame, shareLink } from './share-link.ts'
import type { ShareRow } from './share-queries.ts'
import { TOKEN_PURPOSE } from './share-token-purpose.ts'

/** A share as the API shows it to its owner. `origin` is the address of this installation. */
export function toShare(row: ShareRow, scaleIds: number[], origin: string, secrets: SecretBox): Share {
  const token = secrets.open(row.token_sealed, TOKEN_PURPOSE)
  const link = token === undefined ? null : shareLink(origin, row.type, token)
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
    iframe: link && shareFrame(link, row.description || 'HiveWatch'),
  }
}

const isoTime = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1000).toISOString()
