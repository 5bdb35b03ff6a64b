import type { Kysely } from 'kysely'
import { AppError } from '../../platform/http/app-error.ts'
import type { Tables } from '../../store/tables.ts'
import { regionsExist } from './controller-queries.ts'

/** Throws 404 `region_not_found` when one of the named regions does not exist. */
export async function requireRegions(db: Kysely<Tables>, ids: (number | null | undefined)[]): Promise<void> {
  const named = ids.filter((id) => typeof id === 'number')
  if (!(await regionsExist(db, named))) throw new AppError(404, 'region_not_found')
}
