import type { Kysely } from 'kysely'
import type { ReplayAlarm } from '#domain/alerts/rule-replay.ts'
import { levelNumber } from '#domain/hives/tiles/timeline-tile.ts'
import type { Tables } from '../../store/tables.ts'

/** Returns the raw tiles of a scale that begin in `[from, to)` (epoch seconds), in order. */
export const selectRawTiles = (db: Kysely<Tables>, scaleId: number, from: number, to: number) =>
  db
    .selectFrom('tile')
    .select('bytes')
    .where('scale_id', '=', scaleId)
    .where('level', '=', levelNumber.raw)
    .where('from', '>=', from)
    .where('from', '<', to)
    .orderBy('from')
    .execute()

/** Returns the first and the last day with readings in `[from, to)`, in epoch seconds. */
export async function selectRawBounds(db: Kysely<Tables>, scaleId: number, from: number, to: number) {
  const { first, last } = await db
    .selectFrom('tile')
    .select(({ fn }) => [fn.min('from').as('first'), fn.max('from').as('last')])
    .where('scale_id', '=', scaleId)
    .where('level', '=', levelNumber.raw)
    .where('from', '>=', from)
    .where('from', '<', to)
    .executeTakeFirstOrThrow()
  return first === null || last === null ? undefined : { first: Number(first), last: Number(last) }
}

/** Returns where a scale's transmitter stands, and the offset and alarm hours of its primary region. */
export const selectPlace = (db: Kysely<Tables>, controllerId: number) =>
  db
    .selectFrom('controller')
    .leftJoin('region', 'region.id', 'controller.primary_region_id')
    .select([
      'controller.latitude',
      'controller.longitude',
      'region.utc_offset',
      'region.alarm_from',
      'region.alarm_to',
    ])
    .where('controller.id', '=', controllerId)
    .executeTakeFirstOrThrow()

/** Returns the alarms of a type that were found at the time, with the number of deliveries for each. */
export async function selectFound(
  db: Kysely<Tables>,
  scaleId: number,
  type: ReplayAlarm,
  span: { from: number; to: number },
) {
  const rows = await db
    .selectFrom('alarm')
    .select(['id', 'status', 'started_at', 'ended_at', 'weight_change_grams', 'confidence_percent'])
    .select(({ selectFrom }) =>
      selectFrom('delivery')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .whereRef('delivery.alarm_id', '=', 'alarm.id')
        .as('sent'),
    )
    .where('scale_id', '=', scaleId)
    .where('type', '=', type)
    .where('started_at', '>=', span.from)
    .where('started_at', '<', span.to)
    .orderBy('started_at')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    startedAt: Number(row.started_at),
    endedAt: row.ended_at === null ? null : Number(row.ended_at),
    weightChangeGrams: row.weight_change_grams ?? 0,
    confidencePercent: row.confidence_percent,
    sent: Number(row.sent ?? 0),
  }))
}

/** Returns the weight scales in use that sent since a time (epoch seconds). */
export const selectWeighingHives = (
  db: Kysely<Tables>,
  since: number,
): Promise<{ id: number; controllerId: number; name: string }[]> =>
  db
    .selectFrom('scale')
    .innerJoin('scale_last', 'scale_last.scale_id', 'scale.id')
    .select(['scale.id', 'scale.controller_id as controllerId', 'scale.name'])
    .where('scale.type', '=', 'weight')
    .where('scale.state', '=', 'active')
    .where('scale_last.time', '>=', since)
    .orderBy('scale.id')
    .execute()

export const selectPreviewRegions = (db: Kysely<Tables>): Promise<{ id: number; name: string }[]> =>
  db.selectFrom('region').select(['id', 'name']).orderBy('id').execute()
