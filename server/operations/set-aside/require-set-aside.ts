import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type SetAsideRow, selectOneSetAside } from './set-aside-queries.ts'

/** Throws 404 `set_aside_not_found`, even if it has gone through in the meantime. */
export async function requireSetAside({ db }: Pick<Deps['database'], 'db'>, id: number): Promise<SetAsideRow> {
  const row = await selectOneSetAside(db, id)
  if (!row) throw new AppError(404, 'set_aside_not_found')
  return row
}
