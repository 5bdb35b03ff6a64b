import type { Kysely } from 'kysely'
import { RINGING_CONFIDENCE_PERCENT } from '#domain/alerts/alarm-types.ts'
import type { Tables } from '../../store/tables.ts'
import { muteEnd } from '../notifications/mute-end.ts'

/**
 * Returns the sure alarms, found between two times, that go on by a weight measured after the second one, and of which nobody was told
 * although their owner had not muted them; what others mute is for themselves, and counts when it is sent. Times in epoch seconds.
 */
export async function selectUntoldOngoing(db: Kysely<Tables>, from: number, to: number): Promise<number[]> {
  const rows = await db
    .selectFrom('alarm')
    .innerJoin('scale_last', 'scale_last.scale_id', 'alarm.scale_id')
    .select('alarm.id')
    .where('alarm.type', 'in', ['disturbance', 'activity'])
    .where('alarm.status', '=', 'open')
    .where('alarm.verdict', 'is', null)
    .where('alarm.confidence_percent', '>=', RINGING_CONFIDENCE_PERCENT)
    .where('alarm.detected_at', '>=', from)
    .where('alarm.detected_at', '<', to)
    .where('scale_last.weight_time', '>=', to)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('delivery')
            .select('delivery.id')
            .whereRef('delivery.alarm_id', '=', 'alarm.id')
            .where('delivery.stage', 'in', ['told', 'rang']),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mute')
            .innerJoin('controller', 'controller.id', 'mute.controller_id')
            .select('mute.account_id')
            .whereRef('mute.account_id', '=', 'controller.owner_id')
            .whereRef('mute.controller_id', '=', 'alarm.controller_id')
            .whereRef('mute.notification_type', '=', 'alarm.type')
            .where((mute) =>
              mute.or([mute('mute.until', 'is', null), mute(muteEnd(mute), '>', mute('alarm.detected_at', '*', 1000))]),
            ),
        ),
      ),
    )
    .orderBy('alarm.id')
    .execute()
  return rows.map(({ id }) => id)
}
