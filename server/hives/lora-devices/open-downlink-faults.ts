import type { Kysely } from 'kysely'
import type { ShownFault } from '#domain/hives/doctor/field-fault.ts'
import type { Tables } from '../../store/tables.ts'
import { INTERVAL_FIELD } from './interval-faults.ts'
import { selectDownlink } from './lora-downlink-queries.ts'

const isOfDownlink = ({ field }: ShownFault) => field === INTERVAL_FIELD

/** Drops all but the last of the failed downlinks, and that one, too, once the device was told its interval. `faults`: latest first. */
export async function openDownlinkFaults(
  db: Kysely<Tables>,
  { id, update_interval_hours }: { id: number; update_interval_hours: number },
  faults: ShownFault[],
): Promise<ShownFault[]> {
  const last = faults.find(isOfDownlink)
  if (!last) return faults
  const told = await selectDownlink(db, id)
  const isOpen = told !== undefined && told.interval_hours !== update_interval_hours
  return faults.filter((fault) => !isOfDownlink(fault) || (isOpen && fault === last))
}
