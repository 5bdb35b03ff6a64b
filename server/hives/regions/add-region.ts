import type { RegionBody } from '#domain/hives/regions/region.ts'
import type { Deps } from '../../deps.ts'
import { isUniqueViolation } from '../../platform/db/lane.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { placeControllers } from './place-controllers.ts'
import type { ReadShape } from './read-shape.ts'
import { recordRegion } from './record-region.ts'
import { boxOfRow } from './region-box.ts'
import { insertRegion, type RegionRow } from './region-queries.ts'
import { tellPlaced } from './tell-placed.ts'

/** Adds a region and assigns it to the transmitters it contains. Throws 400 `region_hours_wrong`, 409 `region_name_taken`. */
export async function addRegion(
  { database: { db }, clock, events }: Pick<Deps, 'database' | 'clock' | 'events'>,
  actorId: number,
  body: Omit<RegionBody, 'geojson'>,
  shape: ReadShape,
): Promise<RegionRow> {
  if (body.alarmFrom >= body.alarmTo) throw new AppError(400, 'region_hours_wrong')
  const added = await db
    .transaction()
    .execute(async (transaction) => {
      const row = await insertRegion(transaction, {
        name: body.name,
        priority: body.priority,
        utc_offset: body.utcOffset,
        alarm_from: body.alarmFrom,
        alarm_to: body.alarmTo,
        ...shape.columns,
      })
      await recordRegion({ db: transaction, clock }, actorId, 'add', [null, row])
      return { row, placed: await placeControllers(transaction, { regionId: row.id, boxes: boxOfRow(row) }) }
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new AppError(409, 'region_name_taken') : error
    })
  tellPlaced(events, added.placed)
  return added.row
}
