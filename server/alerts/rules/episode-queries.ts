import type { Kysely } from 'kysely'
import { levelNumber } from '#domain/hives/tiles/timeline-tile.ts'
import type { Tables } from '../../store/tables.ts'

const KEPT_MAXIMUM = 5000

/** Returns the alarms of rules at a hive that were not over at a time (epoch seconds), latest first. */
export const selectRuleAlarms = (db: Kysely<Tables>, scaleId: number, from: number) =>
  db
    .selectFrom('alarm')
    .select(['id', 'rule_id', 'status', 'started_at', 'detected_at', 'ended_at', 'verdict'])
    .where('scale_id', '=', scaleId)
    .where('type', '=', 'rule')
    .where((where) => where.or([where('ended_at', 'is', null), where('ended_at', '>=', from)]))
    .orderBy('started_at', 'desc')
    .limit(KEPT_MAXIMUM)
    .execute()

export type RuleAlarmRow = Awaited<ReturnType<typeof selectRuleAlarms>>[number]

export type NewRuleAlarm = {
  ruleId: string
  accountId: number
  controllerId: number
  scaleId: number
  startedAt: number
  detectedAt: number
  weightChangeGrams: number | null
  why: string
}

const SURE_PERCENT = 99

/** Returns undefined if the alarm exists already. */
export async function insertRuleAlarm(db: Kysely<Tables>, alarm: NewRuleAlarm): Promise<number | undefined> {
  const row = await db
    .insertInto('alarm')
    .values({
      rule_id: alarm.ruleId,
      account_id: alarm.accountId,
      controller_id: alarm.controllerId,
      scale_id: alarm.scaleId,
      type: 'rule',
      status: 'open',
      started_at: alarm.startedAt,
      detected_at: alarm.detectedAt,
      weight_change_grams: alarm.weightChangeGrams,
      confidence_percent: SURE_PERCENT,
      own_confidence_percent: SURE_PERCENT,
      why: alarm.why,
      own_why: alarm.why,
    })
    .onConflict((conflict) =>
      conflict.columns(['controller_id', 'scale_id', 'type', 'started_at', 'rule_id']).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** A null `endedAt` means that it goes on. */
export async function updateEnd(db: Kysely<Tables>, id: number, endedAt: number | null): Promise<void> {
  const status = endedAt === null ? 'open' : 'closed'
  await db.updateTable('alarm').set({ status, ended_at: endedAt }).where('id', '=', id).execute()
}

const laterReadings = JSON.stringify([{ code: 'laterReadings' }])

/** Deletes an alarm that nobody was told of or has judged; otherwise withdraws it. Returns whether it was withdrawn. */
export async function takeBack(db: Kysely<Tables>, { id, verdict }: Pick<RuleAlarmRow, 'id' | 'verdict'>) {
  const told = await db.selectFrom('delivery').select('id').where('alarm_id', '=', id).limit(1).executeTakeFirst()
  if (!told && verdict === null) {
    await db.deleteFrom('alarm').where('id', '=', id).execute()
    return false
  }
  await db
    .updateTable('alarm')
    .set((eb) => ({ status: 'withdrawn', ended_at: eb.ref('detected_at'), own_why: laterReadings }))
    .where('id', '=', id)
    .execute()
  return true
}

/** Returns the open alarms of rules. */
export async function selectRinging(db: Kysely<Tables>) {
  return db
    .selectFrom('alarm')
    .select(['id', 'rule_id', 'scale_id', 'controller_id'])
    .where('rule_id', '<>', '')
    .where('status', '=', 'open')
    .execute()
}

/** Closes the open alarms of a rule, or only those at one hive; `endedAt` in epoch seconds. */
export async function closeRinging(db: Kysely<Tables>, ruleId: string, endedAt: number, scaleId?: number) {
  let open = db
    .updateTable('alarm')
    .set({ status: 'closed', ended_at: endedAt })
    .where('rule_id', '=', ruleId)
    .where('status', '=', 'open')
  if (scaleId !== undefined) open = open.where('scale_id', '=', scaleId)
  return open.returning(['id', 'controller_id', 'scale_id']).execute()
}

/** Returns the raw tiles that begin in `[from, to)` (epoch seconds), in order; each holds a day. */
export const selectDays = (db: Kysely<Tables>, seriesId: number, from: number, to: number) =>
  db
    .selectFrom('tile')
    .select('bytes')
    .where('scale_id', '=', seriesId)
    .where('level', '=', levelNumber.raw)
    .where('from', '>=', from)
    .where('from', '<', to)
    .orderBy('from')
    .execute()

/** Returns the start of the last UTC day in `[from, to)` on which a series has readings. */
export async function selectLastDay(db: Kysely<Tables>, seriesId: number, from: number, to: number) {
  const row = await db
    .selectFrom('tile')
    .select('from')
    .where('scale_id', '=', seriesId)
    .where('level', '=', levelNumber.raw)
    .where('from', '>=', from)
    .where('from', '<', to)
    .orderBy('from', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && Number(row.from)
}
