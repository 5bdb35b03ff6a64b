import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { readScaleChanges } from './scale-change-queries.ts'

/** Whether a scale was calibrated or moved to another channel in a span (epoch seconds, `to` exclusive). */
export const isScaleChanged = async (
  db: Kysely<Tables>,
  scaleId: number,
  { from, to }: { from: number; to: number },
): Promise<boolean> => (await readScaleChanges(db, [scaleId], from, to)).length > 0
