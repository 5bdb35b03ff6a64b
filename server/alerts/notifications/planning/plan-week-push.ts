import type { Kysely } from 'kysely'
import type { Tables } from '../../../store/tables.ts'
import type { SeasonNotice } from '../words/season-notice-words.ts'
import { insertSeasonNotice, selectPushChannels } from './season-notice-queries.ts'

/** Writes a weekly summary for each device of an account, in the caller's transaction. Returns the number of devices. */
export async function planWeekPush(
  db: Kysely<Tables>,
  { accountId, words }: { accountId: number; words: NonNullable<SeasonNotice['words']> },
  nowMs: number,
): Promise<number> {
  const channels = await selectPushChannels(db, accountId)
  if (channels.length === 0) return 0
  const notice: SeasonNotice = { place: '', news: [], words }
  await insertSeasonNotice(db, { accountId, controllerId: null, body: JSON.stringify(notice) }, channels, nowMs)
  return channels.length
}
