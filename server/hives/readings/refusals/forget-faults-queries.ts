import type { Kysely } from 'kysely'
import type { Tables } from '../../../store/tables.ts'

/** Forgets what was refused or left out of what a transmitter sent: its device was replaced, and the new one has not sent that. */
export async function forgetFaults(db: Kysely<Tables>, controllerId: number): Promise<void> {
  await db.deleteFrom('refused_time').where('controller_id', '=', controllerId).execute()
  await db.deleteFrom('field_fault').where('controller_id', '=', controllerId).execute()
}
