import type { Kysely } from 'kysely'
import type { Tables } from '../../../store/tables.ts'
import { selectDamagedOf } from './damaged-queries.ts'

/** Whether anything of a transmitter or its scales was set aside because stored data is damaged. */
export const hasDamaged = async (db: Kysely<Tables>, controllerId: number): Promise<boolean> =>
  (await selectDamagedOf(db, controllerId)) !== undefined
