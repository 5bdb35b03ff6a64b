import type { Kysely } from 'kysely'
import { type Access, accessTo, type ControllerRelation, mayUse, type Right } from '#domain/people/permission.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { markAdministration } from '../../platform/http/current-request.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { Tables } from '../../store/tables.ts'
import {
  type ControllerRow,
  type NamedRow,
  type RelatedRow,
  selectControllersById,
  selectControllersOwnedBy,
  selectNearControllers,
} from './controller-queries.ts'

export type { ControllerRow }
export type VisibleController = { id: number; access: Access; row: NamedRow }

/**
 * Returns the transmitters an account sees: own first, then watched, each group by name. With `ids`, returns those of them it may
 * see in any way, also as manager or administrator, in the given order.
 */
export async function visibleControllers(
  db: Kysely<Tables>,
  account: SignedIn,
  ids?: readonly number[],
): Promise<VisibleController[]> {
  if (!ids) return visibleOf(account, await selectNearControllers(db, account.accountId))
  const visible = visibleOf(account, await selectControllersById(db, account.accountId, ids))
  return visible.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** The transmitters of one owner that `account` may see. */
export const visibleControllersOf = async (
  db: Kysely<Tables>,
  account: SignedIn,
  ownerId: number,
): Promise<VisibleController[]> => visibleOf(account, await selectControllersOwnedBy(db, account.accountId, ownerId))

/** Returns one transmitter. Throws 404 `controller_not_found` if it is not visible, 403 if it is read-only. */
export async function requireController(
  db: Kysely<Tables>,
  account: SignedIn,
  id: number,
  right: Right,
): Promise<VisibleController> {
  const [row] = await selectControllersById(db, account.accountId, [id])
  const access = row && accessTo(account, relationOf(row))
  if (!row || !access) throw new AppError(404, 'controller_not_found')
  if (!mayUse(account, access, right)) throw new AppError(403, 'forbidden')
  if (right === 'write' && access !== 'own') markAdministration()
  return visible(row, access)
}

function visibleOf(account: SignedIn, rows: RelatedRow[]): VisibleController[] {
  return rows.flatMap((row) => {
    const access = accessTo(account, relationOf(row))
    return access ? [visible(row, access)] : []
  })
}

const visible = ({ watched: _, ...row }: RelatedRow, access: Access): VisibleController => ({ id: row.id, access, row })

const relationOf = (row: RelatedRow): ControllerRelation => ({
  ownerId: row.owner_id,
  affiliationId: row.affiliation_id,
  watched: row.watched,
})
