import type { Kysely } from 'kysely'
import { AppError } from '../../platform/http/app-error.ts'
import type { Tables } from '../../store/tables.ts'
import { countChannelsOf } from './rule-queries.ts'

/** Throws 404 `notification_not_found` if one of the channels is not the account's. */
export async function requireChannels(db: Kysely<Tables>, accountId: number, ids: number[] | null): Promise<void> {
  if (ids && (await countChannelsOf(db, accountId, ids)) < ids.length) throw new AppError(404, 'notification_not_found')
}
