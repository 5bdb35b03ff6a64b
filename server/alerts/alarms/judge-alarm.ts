import type { AlarmVerdict } from '#domain/alerts/alarm.ts'
import type { Deps } from '../../deps.ts'
import { recordAdministration } from '../../platform/audit/record-administration.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { markRecorded } from '../../platform/http/current-request.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { type AlarmRow, selectAlarm, updateVerdict } from './alarm-list-queries.ts'
import { requireAlarm } from './read-alarm.ts'

/**
 * Stores a person's verdict on an alarm; null removes it. One that waited on a device (`madeAt`) does not replace a later one: it changes nothing.
 * Only for the owner and administrators: throws 404 `alarm_not_found` if it is not visible, 403 for watchers.
 */
export async function judgeAlarm(
  { database: { db }, clock, events }: Pick<Deps, 'database' | 'clock' | 'events'>,
  account: SignedIn,
  id: number,
  verdict: AlarmVerdict | null,
  madeAt = clock.now(),
): Promise<AlarmRow> {
  const { alarm, controller } = await requireAlarm(db, account, id, 'write')
  const judged = await db.transaction().execute(async (within) => {
    const after = await updateVerdict(within, id, {
      verdict,
      by: account.accountId,
      at: Math.floor(madeAt / 1000),
      now: Math.floor(clock.now() / 1000),
    })
    if (!after) {
      const kept = await selectAlarm(within, id)
      if (!kept) throw new AppError(404, 'alarm_not_found')
      markRecorded()
      return kept
    }
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
