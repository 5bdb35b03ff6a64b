import type { Kysely } from 'kysely'
import { seasonKindsOf } from '#domain/alerts/season-news.ts'
import type { Tables } from '../../../store/tables.ts'
import { chosenKinds } from '../stored-choices.ts'
import { isFor, type SeasonNotice } from '../words/season-notice-words.ts'
import { insertSeasonNotice, selectChannels } from './season-notice-queries.ts'

/**
 * Writes the season news of an apiary, in the caller's transaction, to each of its owner's channels
 * that covers this transmitter and wants one of these kinds. Returns the number of channels.
 */
export async function planSeasonNotice(
  db: Kysely<Tables>,
  { accountId, controllerId, notice }: { accountId: number; controllerId: number; notice: SeasonNotice },
  nowMs: number,
): Promise<number> {
  const channels = await selectChannels(db, accountId, controllerId)
  const wanted = channels.filter(({ id, type, season_kinds }) => {
    const kinds = seasonKindsOf(type, chosenKinds(season_kinds))
    return notice.news.some((one) => isFor(one, { id, kinds }))
  })
  if (wanted.length === 0) return 0
  const channelIds = wanted.map(({ id }) => id)
  await insertSeasonNotice(db, { accountId, controllerId, body: JSON.stringify(notice) }, channelIds, nowMs)
  return wanted.length
}
