import type { Kysely } from 'kysely'
import { weightAlarms } from '#domain/alerts/alarm-types.ts'
import { partsOf } from '../../platform/db/parts-of.ts'
import type { Tables } from '../../store/tables.ts'
import { LOOK_BACK_SECONDS } from './detectors/assess-alarm.ts'

const AT_ONCE = 500

/** Marks the alarms of some scales that touch a span to be assessed again. */
export async function insertAssessmentsDueAround(db: Kysely<Tables>, scaleIds: number[], from: number, to: number) {
  await db
    .insertInto('assessment_due')
    .columns(['alarm_id'])
    .expression((eb) =>
      eb
        .selectFrom('alarm')
        .select('id')
        .where('scale_id', 'in', scaleIds)
        .where('type', 'in', weightAlarms)
        .where('detected_at', '>=', from)
        .where('detected_at', '<', to + LOOK_BACK_SECONDS)
        .where('started_at', '<', to),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function insertAssessmentsDue(db: Kysely<Tables>, ids: readonly number[]): Promise<void> {
  for (const part of partsOf(ids, AT_ONCE)) {
    const rows = part.map((id) => ({ alarm_id: id }))
    await db
      .insertInto('assessment_due')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

export async function readAssessmentsDue(db: Kysely<Tables>, limit: number): Promise<number[]> {
  const rows = await db.selectFrom('assessment_due').select('alarm_id').orderBy('alarm_id').limit(limit).execute()
  return rows.map(({ alarm_id }) => alarm_id)
}

export async function deleteAssessmentsDue(db: Kysely<Tables>, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('assessment_due').where('alarm_id', 'in', ids).execute()
}
