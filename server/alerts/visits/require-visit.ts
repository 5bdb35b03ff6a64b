import type { Kysely } from 'kysely'
import type { Access } from '#domain/people/permission.ts'
import { requireController } from '../../hives/controllers/visible-controllers.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { Tables } from '../../store/tables.ts'
import { selectVisit, type VisitRow } from './visit-queries.ts'

/** Returns a visit, deleted or not, at an apiary that `account` may change. Throws 404 `visit_not_found`, 403. */
export async function requireVisit(
  db: Kysely<Tables>,
  account: SignedIn,
  id: string,
): Promise<{ row: VisitRow; access: Access }> {
  const row = await selectVisit(db, id.toLowerCase())
  if (!row) throw new AppError(404, 'visit_not_found')
  const { access } = await requireController(db, account, row.controller_id, 'write').catch((error: unknown) => {
    const unseen = error instanceof AppError && error.status === 404
    throw unseen ? new AppError(404, 'visit_not_found', { cause: error }) : error
  })
  return { row, access }
}
