import type { Kysely } from 'kysely'
import type { HintAlarm } from '#domain/alerts/alarm-types.ts'
import type { Tables } from '../../store/tables.ts'

/** Returns the weighing scales in use of all transmitters that have an owner, with owner and location. */
export const selectHintScales = (db: Kysely<Tables>) =>
  db
    .selectFrom('scale')
    .innerJoin('controller', 'controller.id', 'scale.controller_id')
    .select([
      'scale.id as scaleId',
      'scale.empty_weight_grams as emptyGrams',
      'scale.feed_stock_grams as feedStockGrams',
      'scale.is_brood as isBrood',
    ])
    .select([
      'controller.id as controllerId',
      'controller.owner_id as ownerId',
      'controller.primary_region_id as regionId',
    ])
    .select(['controller.latitude', 'controller.longitude'])
    .where('scale.type', '=', 'weight')
    .where('scale.state', '=', 'active')
    .where('controller.owner_id', 'is not', null)
    .orderBy('scale.id')
    .execute()

/** Returns the hints of some scales that had begun before `to` and not ended by `from` (epoch seconds), or began since, even if withdrawn. */
export const selectHints = (
  db: Kysely<Tables>,
  scaleIds: readonly number[],
  types: readonly HintAlarm[],
  { from, to }: { from: number; to: number },
) =>
  db
    .selectFrom('alarm')
    .select(['id', 'scale_id', 'type', 'status', 'started_at', 'ended_at', 'confidence_percent', 'why', 'verdict'])
    .where('scale_id', 'in', scaleIds)
    .where('type', 'in', types)
    .where('started_at', '<', to)
    .where(({ or, eb }) => or([eb('ended_at', 'is', null), eb('ended_at', '>=', from), eb('started_at', '>=', from)]))
    .orderBy('started_at')
    .execute()

export type HintRow = Awaited<ReturnType<typeof selectHints>>[number]

type Written = {
  status: 'open' | 'closed' | 'withdrawn'
  endedAt: number | null
  confidencePercent: number
  why: string
}

const columnsOf = ({ status, endedAt, confidencePercent, why }: Written) => ({
  status,
  ended_at: endedAt,
  confidence_percent: confidencePercent,
  own_confidence_percent: confidencePercent,
  why,
  own_why: why,
})

export async function insertHint(
  db: Kysely<Tables>,
  place: { controllerId: number; scaleId: number; type: HintAlarm; startedAt: number },
  hint: Written,
): Promise<number> {
  const { id } = await db
    .insertInto('alarm')
    .values({
      controller_id: place.controllerId,
      scale_id: place.scaleId,
      type: place.type,
      started_at: place.startedAt,
      detected_at: place.startedAt,
      weight_change_grams: null,
      ...columnsOf(hint),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** `startedAt` is given if later readings show that it began on another day. */
export async function updateHint(db: Kysely<Tables>, id: number, hint: Written, startedAt?: number): Promise<void> {
  const began = startedAt === undefined ? {} : { started_at: startedAt, detected_at: startedAt }
  await db
    .updateTable('alarm')
    .set({ ...columnsOf(hint), ...began })
    .where('id', '=', id)
    .execute()
}

/** Whether anyone was told of it. */
export async function readWasTold(db: Kysely<Tables>, id: number): Promise<boolean> {
  const told = await db.selectFrom('delivery').select('id').where('alarm_id', '=', id).limit(1).executeTakeFirst()
  return told !== undefined
}

export async function deleteHint(db: Kysely<Tables>, id: number): Promise<void> {
  await db.deleteFrom('alarm').where('id', '=', id).execute()
}
