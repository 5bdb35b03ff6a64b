import * as v from 'valibot'
import { type CustomerNotice, NoticeChannelType } from '#domain/operations/customer-notice.ts'
import type { Deps } from '../../deps.ts'
import { storedJson } from '../../platform/db/stored-json.ts'
import { isoTime } from '../../platform/db/stored-time.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { pageOfIds } from '../../platform/http/list-query.ts'
import { countStates, selectNotices } from './customer-notice-queries.ts'
import { ownAffiliation } from './require-audience.ts'

/** Messages sent to customers, newest first; managers see those of their affiliation. */
export async function readNotices(
  { database: { db } }: Pick<Deps, 'database'>,
  account: SignedIn,
  { cursor, limit }: { cursor: number | undefined; limit: number },
): Promise<{ items: CustomerNotice[]; nextCursor: string | null }> {
  const affiliationId = account.admin ? undefined : ownAffiliation(account)
  const rows = await selectNotices(db, { affiliationId, beforeId: cursor, limit: limit + 1 })
  const { rows: shown, nextCursor } = pageOfIds(rows, limit)
  const states = await countStates(
    db,
    shown.map(({ id }) => id),
  )
  const items = shown.map((row) => {
    const count = (...wanted: string[]) =>
      states
        .filter(({ noticeId, state }) => noticeId === row.id && wanted.includes(state))
        .reduce((all, { count }) => all + count, 0)
    return {
      id: row.id,
      jobId: row.job_id,
      sender: row.sender,
      affiliationId: row.affiliation_id,
      notificationTypes: storedJson(v.array(NoticeChannelType), row.types, []),
      regionIds: storedJson(v.array(v.number()), row.region_ids, []),
      subject: row.subject,
      text: row.text,
      created: isoTime(row.created_at),
      sent: count('sent'),
      failed: count('failed', 'expired'),
      waiting: count('due'),
    }
  })
  return { items, nextCursor }
}
