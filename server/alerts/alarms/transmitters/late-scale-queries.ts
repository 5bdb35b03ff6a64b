import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import { partsOf } from '../../../platform/db/parts-of.ts'
import type { Tables } from '../../../store/tables.ts'
import { collectingSince, isOfTransmitter } from './silence-queries.ts'

const AT_ONCE = 500

/** Statements take a limited number of values, and all scales of many transmitters may stop at once. */
async function inParts<Row>(ids: readonly number[], select: (part: number[]) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = []
  for (const part of partsOf(ids, AT_ONCE)) rows.push(...(await select(part)))
  return rows
}

export type MeasuringScale = Awaited<ReturnType<ReturnType<typeof inUse>['execute']>>[number]

/** Scales in use of transmitters in use that have ever sent, with the times of their last values. */
const inUse = (db: Kysely<Tables>) =>
  db
    .selectFrom('scale')
    .innerJoin('controller', 'controller.id', 'scale.controller_id')
    .innerJoin('scale_last as last', 'last.scale_id', 'scale.id')
    .select(['scale.id', 'scale.controller_id', 'scale.channel', 'scale.name', 'scale.type'])
    .select(['controller.update_interval_hours', 'controller.former_interval_hours'])
    .select(['controller.interval_changed_at', 'controller.last_seen_at'])
    .select(['last.weight_time', 'last.temperature_time', 'last.humidity_time'])
    .select(['last.weight_grams', 'last.temperature_centi', 'last.humidity_permille'])
    .where('scale.state', '=', 'active')
    .where('controller.owner_id', 'is not', null)

/** Returns those of every `shares`th transmitter. */
export const selectShare = (db: Kysely<Tables>, { share, shares }: { share: number; shares: number }) =>
  inUse(db)
    .where((eb) => eb(eb('controller.id', '%', shares), '=', share))
    .orderBy('scale.id')
    .execute()

/** Returns those of these scales that are still in use. */
export const selectStillInUse = (db: Kysely<Tables>, ids: readonly number[]): Promise<MeasuringScale[]> =>
  inParts(ids, (part) => inUse(db).where('scale.id', 'in', part).execute())

/** Where the row of a scale has its last value of a quantity. */
export const valueColumns = {
  weight: 'weight_grams',
  temperature: 'temperature_centi',
  humidity: 'humidity_permille',
} as const

/** When a quantity of a scale was last measured, in epoch seconds. */
export type LastTime = { scaleId: number; quantity: keyof typeof valueColumns; at: number }

/** Stores last times where neither a time nor a value is known. */
export async function addLastTimes(db: Kysely<Tables>, times: readonly LastTime[]): Promise<void> {
  for (const { scaleId, quantity, at } of times) {
    await db
      .updateTable('scale_last')
      .set({ [`${quantity}_time`]: at })
      .where('scale_id', '=', scaleId)
      .where(`${quantity}_time`, 'is', null)
      .where(valueColumns[quantity], 'is', null)
      .execute()
  }
}

/** Returns when the oldest request that is not in the tiles yet was received, in epoch ms. */
export async function selectOldestWaiting(db: Kysely<Tables>): Promise<number | undefined> {
  const oldest = await db.selectFrom('inbox').select('received_at').orderBy('id').limit(1).executeTakeFirst()
  return oldest && Number(oldest.received_at)
}

/** Returns the last day (epoch seconds), from a time on, for which an import brought readings of each scale. */
export async function selectImportedDays(db: Kysely<Tables>, ids: readonly number[], from: number) {
  const rows = await inParts(ids, (part) =>
    db
      .selectFrom('import_reading')
      .select(({ fn }) => ['scale_id', fn.max('from').as('day')])
      .where('scale_id', 'in', part)
      .where('from', '>=', from)
      .groupBy('scale_id')
      .execute(),
  )
  return new Map(rows.map(({ scale_id, day }) => [scale_id, Number(day)]))
}

/** Returns the open alarms about scales that stopped measuring. */
export const selectOpenOfScales = (db: Kysely<Tables>) =>
  db
    .selectFrom('alarm')
    .select(['id', 'controller_id', 'scale_id', 'started_at', 'why'])
    .where('type', '=', 'silence')
    // a literal, as in the index
    .where('status', '=', sql.lit('open'))
    .where((alarm) => alarm.not(isOfTransmitter(alarm)))
    .execute()

/**
 * Returns what else is known about transmitters, in epoch ms except `heardAgain`, the end of the last silence in epoch seconds.
 * `isSilent`: its own alarm is open; `isSetAside`: some of what it sent could not be stored.
 */
export const selectContacts = (db: Kysely<Tables>, ids: readonly number[]) =>
  inParts(ids, (part) =>
    db
      .selectFrom('controller')
      .select(['id', 'last_seen_at', 'subscription_ends_at'])
      .select(['update_interval_hours', 'former_interval_hours', 'interval_changed_at'])
      .select(collectingSince)
      .select((eb) => [
        ofSilence(eb)
          .select(({ fn }) => fn.max('alarm.ended_at').as('at'))
          .where('status', '=', 'closed')
          .as('heardAgain'),
        eb.exists(ofSilence(eb).select('alarm.id').where('status', '=', 'open')).as('isSilent'),
        eb
          .exists(
            eb.selectFrom('set_aside').select('set_aside.id').whereRef('set_aside.controller_id', '=', 'controller.id'),
          )
          .as('isSetAside'),
      ])
      .where('id', 'in', part)
      .execute(),
  )

const ofSilence = (eb: ExpressionBuilder<Tables, 'controller'>) =>
  eb
    .selectFrom('alarm')
    .whereRef('alarm.controller_id', '=', 'controller.id')
    .where('alarm.type', '=', 'silence')
    .where(isOfTransmitter)

/** Returns the last impossible value that came for a scale since it last measured what it is there for; undefined if none did. */
export async function selectImpossibleSince(
  db: Kysely<Tables>,
  {
    controllerId,
    channel,
    quantity,
    lastAt,
  }: { controllerId: number; channel: number; quantity: string; lastAt: number },
): Promise<string | undefined> {
  const last = await db
    .selectFrom('field_fault')
    .select('last_value')
    .where('controller_id', '=', controllerId)
    .where('channel', '=', channel)
    .where('field', '=', quantity)
    .where('last_at', '>', 1000 * lastAt)
    .orderBy('last_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.last_value
}
