import type { Kysely } from 'kysely'
import { freeColor } from '#domain/hives/scale-color.ts'
import type { Tables } from '../../store/tables.ts'
import { selectBeside } from './scale-color-queries.ts'

/** The color of the next scale of a transmitter: none that its owner has already. */
export const freeScaleColor = async (db: Kysely<Tables>, controllerId: number): Promise<number> =>
  freeColor(await selectBeside(db, controllerId))
