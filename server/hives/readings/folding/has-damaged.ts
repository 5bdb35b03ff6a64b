import type { Kysely } from 'kysely'
import type { Tables } from '../../../store/tables.ts'
import { selectDamagedOf } from './damaged-queries.ts'

/** Whether something of a transmitter or its scales is set aside because what is stored of it is damaged. */
export const hasDamaged = async (db: Kysely<Tables>, controllerId: number): Promise<boolean> =>
  (await selectDamagedOf(db, controllerId)) !== undefined
