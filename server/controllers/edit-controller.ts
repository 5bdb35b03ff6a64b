import type { Updateable } from 'kysely'
import type { InferOutput } from 'valibot'
import type { ControllerBody } from '#domain/controller.ts'
import { AppError } from '../http/app-error.ts'
import type { Deps } from '../http/deps.ts'
import type { SignedIn } from '../http/env.ts'
import { type ControllerRow, updateController } from './controller-queries.ts'
import type { ControllerTable } from './controller-table.ts'
import { placeInRegions } from './place-in-regions.ts'
import { requireRegions } from './require-regions.ts'
import { requireController, type VisibleController } from './visible-controllers.ts'

type Edit = InferOutput<typeof ControllerBody>

/** Changes a transmitter. Throws 404, 403, and 400 `no_changes` where everything is so already. */
export async function editController(
  { database: { db }, events }: Pick<Deps, 'database' | 'events'>,
  account: SignedIn,
  id: number,
  edit: Edit,
): Promise<VisibleController> {
  const { row, access } = await requireController(db, account, id, 'write')
  const changes = changesOf(row, withHand(row, columnsOf(edit)))
  if (Object.keys(changes).length === 0) throw new AppError(400, 'no_changes')
  await requireRegions(db, [changes.primary_region_id, changes.secondary_region_id])
  const changed = await db.transaction().execute(async (transaction) => {
    const updated = await updateController(transaction, id, changes)
    return updated && placeInRegions(transaction, updated)
  })
  if (!changed) throw new AppError(404, 'controller_not_found')
  events.publish({ type: 'controller', controllerId: id, scaleIds: [] })
  return { id, access, row: changed }
}

const columnsOf = (edit: Edit): Updateable<ControllerTable> => ({
  ...(edit.name === undefined ? {} : { name: edit.name }),
  ...(edit.location === undefined
    ? {}
    : { latitude: edit.location?.latitude ?? null, longitude: edit.location?.longitude ?? null }),
  ...(edit.updateInterval === undefined ? {} : { update_interval_hours: edit.updateInterval }),
  ...(edit.primaryRegionId === undefined ? {} : { primary_region_id: edit.primaryRegionId }),
  ...(edit.secondaryRegionId === undefined ? {} : { secondary_region_id: edit.secondaryRegionId }),
  ...(edit.loadCells === undefined ? {} : { load_cells: edit.loadCells }),
  ...(edit.signalFilter === undefined ? {} : { signal_filter: edit.signalFilter ? 1 : 0 }),
})

/** Who names a region chooses by hand from then on; who leaves both empty lets the place choose again. */
function withHand(row: ControllerRow, wanted: Updateable<ControllerTable>): Updateable<ControllerTable> {
  if (wanted.primary_region_id === undefined && wanted.secondary_region_id === undefined) return wanted
  const { primary_region_id, secondary_region_id } = { ...row, ...wanted }
  return { ...wanted, regions_by_hand: primary_region_id === null && secondary_region_id === null ? 0 : 1 }
}

const changesOf = (row: ControllerRow, wanted: Updateable<ControllerTable>): Updateable<ControllerTable> =>
  Object.fromEntries(Object.entries(wanted).filter(([column, value]) => row[column as keyof ControllerRow] !== value))
