import type { Kysely } from 'kysely'
import type { Tables } from '../../../store/tables.ts'
import { countInbox, selectOldestWaiting } from './queue-queries.ts'

/** The number of requests in the inbox, and for how many seconds the oldest has been waiting. */
export async function readWaiting(db: Kysely<Tables>, nowMs: number): Promise<{ requests: number; seconds: number }> {
  const oldest = await selectOldestWaiting(db)
  const seconds = oldest === undefined ? 0 : Math.max(0, Math.round((nowMs - oldest) / 1000))
  return { requests: await countInbox(db), seconds }
}
