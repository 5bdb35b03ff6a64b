import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'

/** The last weights of scales; `time` in epoch seconds. */
export const selectLastWeights = (db: Kysely<Tables>, scaleIds: readonly number[]) =>
  db.selectFrom('scale_last').select(['scale_id', 'time', 'weight_grams']).where('scale_id', 'in', scaleIds).execute()

/** Supers that were put on and honey that was taken, as people noted it since `sinceMs`, in the order of time. */
export const selectNotedHands = (db: Kysely<Tables>, scaleIds: readonly number[], sinceMs: number) =>
  db
    .selectFrom('intervention')
    .select(['scale_id', 'label', 'time'])
    .where('scale_id', 'in', scaleIds)
    .where('label', 'in', ['super_added', 'harvest'])
    .where('deleted_at', 'is', null)
    .where('time', '>=', sinceMs)
    .orderBy('time')
    .execute()
