import type { Kysely } from 'kysely'
import { freeColor } from '#domain/hives/scale-color.ts'
import type { Tables } from '../../store/tables.ts'
import { selectBeside } from './scale-color-queries.ts'

/** A color for a transmitter's next scale that its owner does not use yet, as far as there is one. */
export const freeScaleColor = async (db: Kysely<Tables>, controllerId: number): Promise<number> =>
  freeColor(await selectBeside(db, controllerId))
