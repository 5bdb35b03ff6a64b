import type { Kysely } from 'kysely'
import { MONDAY_MORNING, type SeasonDigest } from '#domain/insight/season-digest.ts'
import type { Tables } from '../../store/tables.ts'
import { selectDigest } from './digest-queries.ts'

/** Returns how an account wants its weekly summary; not at all if it never chose. */
export async function readDigest(db: Kysely<Tables>, accountId: number): Promise<SeasonDigest> {
  const row = await selectDigest(db, accountId)
  if (!row) return { way: null, ...MONDAY_MORNING, notAsked: false }
  const { way, weekday, hour, time_zone: timeZone, not_asked } = row
  return { way, weekday, hour, timeZone, notAsked: not_asked === 1 }
}
