import type { Kysely } from 'kysely'
import type { Tables } from '../../../store/tables.ts'
import { muteEnd } from '../mute-end.ts'

/**
 * Returns the alarms of transmitters themselves that began while somebody who owns or watches them had muted their type, and still go on
 * after that mute ended. Nobody has judged them. A mute is remembered for a day after its end.
 */
export async function selectOutlastingMutes(db: Kysely<Tables>, nowMs: number): Promise<number[]> {
  const rows = await db
    .selectFrom('alarm')
    .innerJoin('mute', (join) =>
      join.onRef('mute.controller_id', '=', 'alarm.controller_id').onRef('mute.notification_type', '=', 'alarm.type'),
    )
    .select('alarm.id')
    .distinct()
    .where('alarm.type', 'in', ['silence', 'battery'])
    .where('alarm.status', '=', 'open')
    .where('alarm.verdict', 'is', null)
    .where((mute) => mute(muteEnd(mute), '<=', nowMs))
    .where((mute) => mute(muteEnd(mute), '>', mute('alarm.detected_at', '*', 1000)))
    .orderBy('alarm.id')
    .execute()
  return rows.map(({ id }) => id)
}
