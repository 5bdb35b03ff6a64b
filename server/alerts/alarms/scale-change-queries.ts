import type { Kysely } from 'kysely'
import { summedChannel } from '#domain/hives/controller.ts'
import type { Tables } from '../../store/tables.ts'

export type ScaleChange = { scaleId: number; time: number }

/** Returns from when on weights of some scales meant something else, as they were calibrated or moved to another channel; epoch seconds, in order of time. */
export async function readScaleChanges(
  db: Kysely<Tables>,
  scaleIds: readonly number[],
  from: number,
  to: number,
): Promise<ScaleChange[]> {
  if (scaleIds.length === 0) return []
  const moved = await db
    .selectFrom('scale')
    .select(['id as scale_id', 'channel_since as at'])
    .where('id', 'in', scaleIds)
    .where('channel_since', '>=', from * 1000)
    .where('channel_since', '<', to * 1000)
    .unionAll(
      db
        .selectFrom('past_channel')
        .select(['scale_id', 'until as at'])
        .where('scale_id', 'in', scaleIds)
        .where('until', '>=', from * 1000)
        .where('until', '<', to * 1000),
    )
    .execute()
  const calibrated = await db
    .selectFrom('calibration_point as point')
    .innerJoin('scale', 'scale.controller_id', 'point.controller_id')
    .innerJoin('controller', 'controller.id', 'point.controller_id')
    .select(['scale.id as scale_id', 'scale.channel', 'point.channel as cell', 'point.from', 'load_cells'])
    .where('scale.id', 'in', scaleIds)
    .where('point.from', '>=', from)
    .where('point.from', '<', to)
    .execute()
  return [
    ...moved.map(({ scale_id, at }) => ({ scaleId: scale_id, time: Math.floor(Number(at) / 1000) })),
    ...calibrated
      .filter(({ channel, cell, load_cells }) => summedChannel(cell, load_cells) === channel)
      .map(({ scale_id, from: at }) => ({ scaleId: scale_id, time: Number(at) })),
  ].sort((a, b) => a.time - b.time)
}
