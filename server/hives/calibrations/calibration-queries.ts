import type { Kysely, Selectable } from 'kysely'
import type { LoadCells } from '#domain/hives/controller.ts'
import type { ChannelScale } from '#domain/hives/scale-at.ts'
import type { Locale } from '#domain/platform/locale.ts'
import type { Tables } from '../../store/tables.ts'
import { freeScaleColor } from '../scale-colors/free-scale-color.ts'
import type { CalibrationPointTable, RawWeightDayTable } from './calibration-table.ts'

export type CalibrationPoint = Selectable<CalibrationPointTable>
export type RawWeightRow = Selectable<RawWeightDayTable>

type Channel = { controller_id: number; channel: number }

/**
 * Channels that sent raw weights or are calibrated, each with its last calibration point and, unless its cell is one of several of
 * a scale, its newest day of raw weights and any pending reweighing.
 */
export async function selectCalibrations(db: Kysely<Tables>, controllerIds: readonly number[]) {
  if (controllerIds.length === 0) return []
  return db
    .selectFrom('calibration as c')
    .leftJoin('calibration_point as p', (join) =>
      join
        .onRef('p.controller_id', '=', 'c.controller_id')
        .onRef('p.channel', '=', 'c.channel')
        .on('p.from', '=', (eb) =>
          eb
            .selectFrom('calibration_point as last')
            .select(({ fn }) => fn.max('last.from').as('from'))
            .whereRef('last.controller_id', '=', 'c.controller_id')
            .whereRef('last.channel', '=', 'c.channel'),
        ),
    )
    .leftJoin('scale as s', (join) =>
      join
        .onRef('s.controller_id', '=', 'c.controller_id')
        .onRef('s.channel', '=', 'c.channel')
        .on('s.state', '<>', 'archived')
        .on(({ exists, selectFrom }) =>
          exists(
            selectFrom('controller')
              .select('controller.id')
              .whereRef('controller.id', '=', 'c.controller_id')
              .where('controller.load_cells', '=', 1),
          ),
        ),
    )
    .select(['c.controller_id', 'c.channel', 'c.last_raw', 'c.last_raw_at', 'p.from', 'p.zero_raw', 'p.kg_per_raw'])
    .select('s.channel_since')
    .select((eb) => [
      eb
        .selectFrom('raw_weight_day as d')
        .select(({ fn }) => fn.min('d.from').as('from'))
        .whereRef('d.scale_id', '=', 's.id')
        .as('kept_from'),
      eb
        .selectFrom('raw_weight_day as n')
        .select(({ fn }) => fn.max('n.from').as('from'))
        .whereRef('n.scale_id', '=', 's.id')
        .as('newest_from'),
      eb
        .selectFrom('raw_weight_day as n')
        .select('n.bytes')
        .whereRef('n.scale_id', '=', 's.id')
        .orderBy('n.from', 'desc')
        .limit(1)
        .as('newest_day'),
      eb.selectFrom('weighing_due as w').select('w.from').whereRef('w.scale_id', '=', 's.id').as('weighing_from'),
    ])
    .where('c.controller_id', 'in', controllerIds)
    .orderBy('c.controller_id')
    .orderBy('c.channel')
    .execute()
}
export type CalibrationRow = Awaited<ReturnType<typeof selectCalibrations>>[number]

/** Channels of a transmitter that sent raw weights but are not calibrated, and when each last did, in epoch ms. */
export const selectUncalibrated = (db: Kysely<Tables>, controllerId: number) =>
  db
    .selectFrom('calibration as c')
    .select(['c.channel', 'c.last_raw_at'])
    .where('c.controller_id', '=', controllerId)
    .where('c.last_raw_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('calibration_point as p')
            .select('p.from')
            .whereRef('p.controller_id', '=', 'c.controller_id')
            .whereRef('p.channel', '=', 'c.channel'),
        ),
      ),
    )
    .orderBy('c.channel')
    .execute()

/** The calibration points of all channels of a transmitter, oldest first. */
export const selectPoints = (db: Kysely<Tables>, controllerId: number): Promise<CalibrationPoint[]> =>
  db.selectFrom('calibration_point').selectAll().where('controller_id', '=', controllerId).orderBy('from').execute()

/** Makes this point apply from `from` on, replacing all later points. */
export async function replacePointsFrom(db: Kysely<Tables>, point: CalibrationPoint): Promise<void> {
  const { controller_id, channel, from } = point
  await db
    .deleteFrom('calibration_point')
    .where('controller_id', '=', controller_id)
    .where('channel', '=', channel)
    .where('from', '>=', from)
    .execute()
  await db.insertInto('calibration_point').values(point).execute()
}

/** When each channel's raw weight was last noted, in epoch ms. */
export const selectNotedAt = (db: Kysely<Tables>, controllerId: number) =>
  db.selectFrom('calibration').select(['channel', 'last_raw_at']).where('controller_id', '=', controllerId).execute()

export const upsertLastRaw = (
  db: Kysely<Tables>,
  key: Channel,
  seen: { last_raw: number | null; last_raw_at: number | null },
) =>
  db
    .insertInto('calibration')
    .values({ ...key, ...seen })
    .onConflict((conflict) =>
      seen.last_raw_at === null
        ? conflict.doNothing()
        : conflict.columns(['controller_id', 'channel']).doUpdateSet(seen),
    )
    .execute()

/** Turns the scale of a channel into a weight scale, even if a temperature arrived there first. */
export const makeWeightScale = (db: Kysely<Tables>, controllerId: number, channel: number) =>
  db
    .updateTable('scale')
    .set({ type: 'weight' })
    .where('controller_id', '=', controllerId)
    .where('channel', '=', channel)
    .where('state', '<>', 'archived')
    .execute()

/** How many cells of a transmitter form one scale. */
export async function selectLoadCells(db: Kysely<Tables>, controllerId: number): Promise<LoadCells> {
  const row = await db.selectFrom('controller').select('load_cells').where('id', '=', controllerId).executeTakeFirst()
  return row?.load_cells ?? 1
}

export const selectScaleInUse = (db: Kysely<Tables>, controllerId: number, channel: number) =>
  db
    .selectFrom('scale')
    .select('id')
    .where('controller_id', '=', controllerId)
    .where('channel', '=', channel)
    .where('state', '<>', 'archived')
    .executeTakeFirst()

/** The current and former scales on a transmitter's channels. */
export const selectChannelScales = (db: Kysely<Tables>, controllerId: number): Promise<ChannelScale[]> =>
  db
    .selectFrom('scale')
    .select(['id', 'channel', 'state', 'collected_until'])
    .where('controller_id', '=', controllerId)
    .orderBy('id')
    .execute()

export const insertWeightScale = async (
  db: Kysely<Tables>,
  scale: { controller_id: number; channel: number; name: string; created_at: number },
): Promise<number> => {
  const color = await freeScaleColor(db, scale.controller_id)
  const row = { ...scale, color, type: 'weight', state: 'active' } as const
  const { id } = await db.insertInto('scale').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export const selectOwnersLanguage = async (db: Kysely<Tables>, controllerId: number): Promise<Locale> => {
  const owner = await db
    .selectFrom('controller')
    .innerJoin('account', 'account.id', 'controller.owner_id')
    .select('account.language')
    .where('controller.id', '=', controllerId)
    .executeTakeFirst()
  return owner?.language ?? 'de'
}

export const selectRawDay = (db: Kysely<Tables>, scaleId: number, from: number): Promise<RawWeightRow | undefined> =>
  db
    .selectFrom('raw_weight_day')
    .selectAll()
    .where('scale_id', '=', scaleId)
    .where('from', '=', from)
    .executeTakeFirst()

export const selectRawDays = (
  db: Kysely<Tables>,
  scaleId: number,
  from: number,
  limit: number,
): Promise<RawWeightRow[]> =>
  db
    .selectFrom('raw_weight_day')
    .selectAll()
    .where('scale_id', '=', scaleId)
    .where('from', '>=', from)
    .orderBy('from')
    .limit(limit)
    .execute()

export const upsertRawDay = (db: Kysely<Tables>, row: RawWeightRow) =>
  db
    .insertInto('raw_weight_day')
    .values(row)
    .onConflict((conflict) => conflict.columns(['scale_id', 'from']).doUpdateSet({ bytes: row.bytes }))
    .execute()

/** Schedules what is stored of a scale to be reweighed from this day on, or from an earlier day if that is already scheduled. */
export const insertWeighingDue = (db: Kysely<Tables>, scaleId: number, from: number) =>
  db
    .insertInto('weighing_due')
    .values({ scale_id: scaleId, from })
    .onConflict((conflict) =>
      conflict.column('scale_id').doUpdateSet((eb) => ({
        from: eb.case().when('weighing_due.from', '<', from).then(eb.ref('weighing_due.from')).else(from).end(),
      })),
    )
    .execute()

/** Scales waiting to be reweighed, including those archived since. */
export const selectWeighingsDue = (db: Kysely<Tables>, limit: number) =>
  db
    .selectFrom('weighing_due as w')
    .innerJoin('scale as s', 's.id', 'w.scale_id')
    .select(['s.id', 's.controller_id', 's.channel', 's.channel_since', 'w.from'])
    .orderBy('w.scale_id')
    .limit(limit)
    .execute()

/** Moves a reweighing on to `next`, or ends it if undefined. Does nothing if it was restarted from an earlier day meanwhile. */
export async function moveWeighing(db: Kysely<Tables>, scaleId: number, at: number, next: number | undefined) {
  if (next === undefined) {
    await db.deleteFrom('weighing_due').where('scale_id', '=', scaleId).where('from', '=', at).execute()
  } else {
    await db
      .updateTable('weighing_due')
      .set({ from: next })
      .where('scale_id', '=', scaleId)
      .where('from', '=', at)
      .execute()
  }
}
