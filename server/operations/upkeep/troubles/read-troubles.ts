import type { TroubleReply } from '#domain/platform/trouble.ts'
import type { Deps } from '../../../deps.ts'
import { isoTime } from '../../../platform/db/stored-time.ts'
import { selectTroubles } from './trouble-queries.ts'

const SHOWN_MS = 14 * 24 * 3600_000
const SHOWN_AT_MOST = 50

/** Current problems of the server from memory, oldest first, and those that ended lately, newest first. */
export async function readTroubles({
  database,
  clock,
  troubles,
}: Pick<Deps, 'database' | 'clock' | 'troubles'>): Promise<{ open: TroubleReply[]; ended: TroubleReply[] }> {
  const open = await troubles.open()
  const rows = await selectTroubles(database.db, clock.now() - SHOWN_MS)
  return {
    open: open.slice(0, SHOWN_AT_MOST).map(({ kind, subject = null, values, since }) => ({
      ...{ kind, subject, values },
      since: isoTime(since),
      ended: null,
    })),
    ended: rows
      .filter(({ ended_at }) => ended_at !== null)
      .toSorted((a, b) => Number(b.ended_at) - Number(a.ended_at))
      .slice(0, SHOWN_AT_MOST)
      .map(({ kind, subject, values, since, ended_at }) => ({
        ...{ kind, subject: subject || null, values },
        since: isoTime(since),
        ended: isoTime(ended_at!),
      })),
  }
}
