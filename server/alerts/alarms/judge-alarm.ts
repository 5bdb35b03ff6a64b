import type { AlarmVerdict } from '#domain/alerts/alarm.ts'
import type { Deps } from '../../deps.ts'
import { recordAdministration } from '../../platform/audit/record-administration.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { type AlarmRow, updateAlarm } from './alarm-list-queries.ts'
import { requireAlarm } from './read-alarm.ts'

/**
 * Stores a person's verdict on an alarm; null removes it. Only for the owner and
 * administrators: throws 404 `alarm_not_found` if it is not visible, 403 for watchers.
 */
export async function judgeAlarm(
  { database: { db }, clock, events }: Pick<Deps, 'database' | 'clock' | 'events'>,
  account: SignedIn,
  id: number,
  verdict: AlarmVerdict | null,
): Promise<AlarmRow> {
  const { alarm, controller } = await requireAlarm(db, account, id, 'write')
  const judged = await db.transaction().execute(async (within) => {
    const after = await updateAlarm(within, id, {
      verdict,
      verdict_by: verdict === null ? null : account.accountId,
      verdict_at: verdict === null ? null : Math.floor(clock.now() / 1000),
    })
    const change = { action: 'alarm.judge', subjectType: 'alarm', subjectId: String(id) }
    const states = { before: { verdict: alarm.verdict }, after: { verdict } }
    await recordAdministration(
      { database: { db: within }, clock },
      { account, access: controller.access },
      { ...change, ...states },
    )
    return after
  })
  const scaleIds = judged.scale_id === null ? [] : [judged.scale_id]
  events.publish({ type: 'alarm', controllerId: judged.controller_id, scaleIds })
  return judged
}
