import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'

/** Returns the last weights of scales; `time`, of the newest reading, and `weight_time` in epoch seconds. */
export const selectLastWeights = (db: Kysely<Tables>, scaleIds: readonly number[]) =>
  db
    .selectFrom('scale_last')
    .select(['scale_id', 'time', 'weight_grams', 'weight_time'])
    .where('scale_id', 'in', scaleIds)
    .execute()

/** Returns the supers added and the honey removed, as recorded by users in a span of epoch ms, in order of time: a damaged time lies in none. */
export const selectNotedHands = (
  db: Kysely<Tables>,
  scaleIds: readonly number[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
) =>
  db
    .selectFrom('intervention')
    .select(['scale_id', 'label', 'time'])
    .where('scale_id', 'in', scaleIds)
    .where('label', 'in', ['super_added', 'harvest'])
    .where('deleted_at', 'is', null)
    .where('time', '>=', fromMs)
    .where('time', '<', toMs)
    .orderBy('time')
    .execute()
