import type { RegionEditBody } from '#domain/hives/regions/region.ts'
import type { Deps } from '../../deps.ts'
import { isUniqueViolation } from '../../platform/db/lane.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { placeControllers } from './place-controllers.ts'
import type { ReadShape } from './read-shape.ts'
import { recordRegion } from './record-region.ts'
import { boxOfRow } from './region-box.ts'
import { type RegionRow, selectRegion, updateRegion } from './region-queries.ts'
import { tellPlaced } from './tell-placed.ts'

/** Changes a region; a new shape or priority reassigns transmitters. Throws 404 `region_not_found`, 400 `region_hours_wrong`, 409 `region_name_taken`. */
export async function editRegion(
  { database: { db }, clock, events }: Pick<Deps, 'database' | 'clock' | 'events'>,
  actorId: number,
  id: number,
  edit: Omit<RegionEditBody, 'geojson'>,
  shape: ReadShape | undefined,
): Promise<RegionRow> {
  const edited = await db
    .transaction()
    .execute(async (transaction) => {
      const known = await selectRegion(transaction, id)
      if (!known) throw new AppError(404, 'region_not_found')
      const wanted = {
        name: edit.name ?? known.name,
        priority: edit.priority ?? known.priority,
        utc_offset: edit.utcOffset ?? known.utc_offset,
        alarm_from: edit.alarmFrom ?? known.alarm_from,
        alarm_to: edit.alarmTo ?? known.alarm_to,
        ...shape?.columns,
      }
      if (wanted.alarm_from >= wanted.alarm_to) throw new AppError(400, 'region_hours_wrong')
      const row = await updateRegion(transaction, id, wanted)
      if (!row) throw new AppError(404, 'region_not_found')
      await recordRegion({ db: transaction, clock }, actorId, 'edit', [known, row])
      const isPlacedAnew = row.geojson !== known.geojson || row.priority !== known.priority
      const boxes = [...boxOfRow(known), ...boxOfRow(row)]
      return { row, placed: isPlacedAnew ? await placeControllers(transaction, { regionId: id, boxes }) : [] }
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new AppError(409, 'region_name_taken') : error
    })
  tellPlaced(events, edited.placed)
  return edited.row
}
