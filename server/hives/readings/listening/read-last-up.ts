import type { Kysely } from 'kysely'
import type { Tables } from '../../../store/tables.ts'
import { countInUse, selectLastUp } from './listening-queries.ts'

/** When the server was last known to run (epoch ms), and how many transmitters are in use. */
export const readLastUp = async (
  db: Kysely<Tables>,
): Promise<{ lastUp: number | undefined; transmitters: number }> => ({
  lastUp: await selectLastUp(db),
  transmitters: await countInUse(db),
})
