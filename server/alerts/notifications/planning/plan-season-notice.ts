import type { Kysely } from 'kysely'
import { seasonKindsOf } from '#domain/alerts/season-news.ts'
import type { Tables } from '../../../store/tables.ts'
import { isFor, type SeasonNotice } from '../words/season-notice-words.ts'
import { insertSeasonNotice, selectChannels } from './season-notice-queries.ts'

/**
 * Writes what is to be told of an apiary, in the caller's transaction: to each channel of its owner that is for this transmitter and was
 * chosen for one of these news. Says how many there are.
 */
export async function planSeasonNotice(
  db: Kysely<Tables>,
  { accountId, controllerId, notice }: { accountId: number; controllerId: number; notice: SeasonNotice },
  nowMs: number,
): Promise<number> {
  const channels = await selectChannels(db, accountId, controllerId)
  const wanted = channels.filter(({ id, type, season_kinds }) => {
    const kinds = seasonKindsOf(type, season_kinds === null ? null : JSON.parse(season_kinds))
    return notice.news.some((one) => isFor(one, { id, kinds }))
  })
  if (wanted.length === 0) return 0
  const channelIds = wanted.map(({ id }) => id)
  await insertSeasonNotice(db, { accountId, controllerId, body: JSON.stringify(notice) }, channelIds, nowMs)
  return wanted.length
}
