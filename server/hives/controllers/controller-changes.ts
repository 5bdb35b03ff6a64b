import type { Updateable } from 'kysely'
import type { InferOutput } from 'valibot'
import type { ControllerBody } from '#domain/hives/controller.ts'
import { defined, mapDefined } from '#domain/platform/defined.ts'
import { flag } from '../../platform/db/flag.ts'
import type { ControllerRow } from './controller-queries.ts'
import type { ControllerTable } from './controller-table.ts'

type Edit = InferOutput<typeof ControllerBody>

/** The columns that an owner's edit sets. */
export const columnsOf = (edit: Edit): Updateable<ControllerTable> =>
  defined({
    name: edit.name,
    latitude: mapDefined(edit.location, (location) => location?.latitude ?? null),
    longitude: mapDefined(edit.location, (location) => location?.longitude ?? null),
    update_interval_hours: edit.updateInterval,
    primary_region_id: edit.primaryRegionId,
    secondary_region_id: edit.secondaryRegionId,
    load_cells: edit.loadCells,
    signal_filter: mapDefined(edit.signalFilter, flag),
  })

/** Naming a region makes the choice manual from then on; clearing both lets the place choose again. */
export function withHand(row: ControllerRow, wanted: Updateable<ControllerTable>): Updateable<ControllerTable> {
  if (wanted.primary_region_id === undefined && wanted.secondary_region_id === undefined) return wanted
  const { primary_region_id, secondary_region_id } = { ...row, ...wanted }
  return { ...wanted, regions_by_hand: primary_region_id === null && secondary_region_id === null ? 0 : 1 }
}

/** The wanted columns that differ from the row. */
export const changesOf = (row: ControllerRow, wanted: Updateable<ControllerTable>): Updateable<ControllerTable> =>
  Object.fromEntries(Object.entries(wanted).filter(([column, value]) => row[column as keyof ControllerRow] !== value))
