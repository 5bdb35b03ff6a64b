import type { Kysely } from 'kysely'
import type { Tables } from '../../../store/tables.ts'
import { deleteFaultsOf } from './field-fault-queries.ts'
import { deleteRefusedOf } from './refused-time-queries.ts'

/** Forgets what was refused or left out of what a transmitter sent: its device was replaced, and the new one has not sent that. */
export async function forgetFaults(db: Kysely<Tables>, controllerId: number): Promise<void> {
  await deleteRefusedOf(db, controllerId)
  await deleteFaultsOf(db, controllerId)
}
