import type { ExpressionBuilder, Kysely } from 'kysely'
import { outOfUse } from '#domain/alerts/out-of-use.ts'
import { reasonsOf } from '#domain/alerts/reasons-of.ts'
import type { Tables } from '../../store/tables.ts'

/** Detectors and hints only look at weight scales in use, so no reading ends open alarms of other scales. Any scale in use may be silent. */
const isPutAway = (where: ExpressionBuilder<Tables, 'scale' | 'alarm'>) =>
  where.or([
    where('scale.state', '<>', 'active'),
    where.and([where('scale.type', '<>', 'weight'), where('alarm.type', '<>', 'silence')]),
  ])

/** Returns ongoing alarms of scales out of use, with the newest reading of each. Rules end their own alarms themselves. */
export const selectOutOfUse = (db: Kysely<Tables>) =>
  db
    .selectFrom('alarm')
    .innerJoin('scale', 'scale.id', 'alarm.scale_id')
    .leftJoin('scale_last', 'scale_last.scale_id', 'scale.id')
    .select(['alarm.id', 'alarm.status', 'alarm.detected_at', 'alarm.why', 'alarm.own_why'])
    .select(['scale.id as scaleId', 'alarm.controller_id as controllerId', 'scale_last.time as lastAt'])
    .where('alarm.ended_at', 'is', null)
    .where('alarm.status', 'in', ['provisional', 'open'])
    .where('alarm.type', '<>', 'rule')
    .where(isPutAway)
    .execute()

export type OutOfUse = Awaited<ReturnType<typeof selectOutOfUse>>[number]

/** Closes an alarm; `endedAt` in epoch seconds. Returns false if it was over meanwhile, or its scale is in use again. */
export async function closeOutOfUse(db: Kysely<Tables>, alarm: OutOfUse, endedAt: number): Promise<boolean> {
  const closed = await db
    .updateTable('alarm')
    .set({ status: 'closed', ended_at: endedAt, why: withReason(alarm.why), own_why: withReason(alarm.own_why) })
    .where('id', '=', alarm.id)
    .where('status', '=', alarm.status)
    .where('ended_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('scale').select('scale.id').whereRef('scale.id', '=', 'alarm.scale_id').where(isPutAway)),
    )
    .returning('id')
    .executeTakeFirst()
  return closed !== undefined
}

const withReason = (text: string): string => JSON.stringify([...reasonsOf(text), outOfUse])
