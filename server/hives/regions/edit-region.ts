import { isDeepStrictEqual } from 'node:util'
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
import { toAdministeredRegion } from './to-region.ts'

/**
 * Changes a region; a new shape or priority reassigns transmitters. Throws 404 `region_not_found`, 400 `region_hours_wrong`, 409 `region_name_taken`, and 409
 * `region_changed` if somebody else has changed the same.
 */
export async function editRegion(
  { database: { db }, clock, events }: Pick<Deps, 'database' | 'clock' | 'events'>,
  actorId: number,
  id: number,
  { former, ...edit }: Omit<RegionEditBody, 'geojson'>,
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
      if (former && hasOtherChange(known, former, { ...known, ...wanted })) throw new AppError(409, 'region_changed')
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

/** Whether something that is to be changed is no longer as it was. What is stored already is no other change: the request may be a retry. */
function hasOtherChange(known: RegionRow, former: object, wanted: RegionRow): boolean {
  const [stored, next] = [toAdministeredRegion(known), toAdministeredRegion(wanted)]
  return Object.entries(former).some(([field, before]) => {
    const now: unknown = Reflect.get(stored, field)
    return !isDeepStrictEqual(now, Reflect.get(next, field)) && !isDeepStrictEqual(now, before)
  })
}
