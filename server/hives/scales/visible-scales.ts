import type { Kysely } from 'kysely'
import { type Access, mayUse, type Right } from '#domain/people/permission.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { markAdministration } from '../../platform/http/current-request.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { Tables } from '../../store/tables.ts'
import { visibleControllers } from '../controllers/visible-controllers.ts'
import { type ScaleRow, selectScalesById, selectScalesOfControllers } from './scale-queries.ts'

export type { ScaleRow }
export type VisibleScale = { id: number; controllerId: number; access: Access; row: ScaleRow }

/** The scales of the transmitters an account owns or watches, including archived ones, in the order of the transmitters. */
export async function visibleScales(
  db: Kysely<Tables>,
  account: SignedIn,
  controllers?: readonly { id: number; access: Access }[],
): Promise<VisibleScale[]> {
  const seen = controllers ?? (await visibleControllers(db, account))
  const rows = await selectScalesOfControllers(
    db,
    seen.map(({ id }) => id),
  )
  return seen.flatMap(({ id, access }) =>
    rows.filter((row) => row.controller_id === id).map((row) => visible(row, access)),
  )
}

export const visibleScaleIds = async (db: Kysely<Tables>, account: SignedIn): Promise<number[]> =>
  (await visibleScales(db, account)).map(({ id }) => id)

/** The ids of the transmitters of some scales. The caller must know that they may be seen. */
export const controllersOf = async (db: Kysely<Tables>, scaleIds: readonly number[]): Promise<number[]> => [
  ...new Set((await selectScalesById(db, scaleIds)).map((row) => row.controller_id)),
]

/**
 * Returns all the named scales, in the given order. Throws 404 `scale_not_found` if one of them is not visible, 403 `forbidden` if
 * one is read-only and `right` is `write`.
 */
export async function requireScales(
  db: Kysely<Tables>,
  account: SignedIn,
  scaleIds: readonly number[],
  right: Right,
): Promise<VisibleScale[]> {
  const rows = await selectScalesById(db, [...new Set(scaleIds)])
  const controllerIds = [...new Set(rows.map((row) => row.controller_id))]
  const controllers = await visibleControllers(db, account, controllerIds)
  return scaleIds.map((scaleId) => {
    const row = rows.find(({ id }) => id === scaleId)
    const controller = row && controllers.find(({ id }) => id === row.controller_id)
    if (!row || !controller) throw new AppError(404, 'scale_not_found')
    if (!mayUse(account, controller.access, right)) throw new AppError(403, 'forbidden')
    if (right === 'write' && controller.access !== 'own') markAdministration()
    return visible(row, controller.access)
  })
}

/** Returns one scale; see `requireScales`. */
export async function requireScale(
  db: Kysely<Tables>,
  account: SignedIn,
  scaleId: number,
  right: Right,
): Promise<VisibleScale> {
  const [scale] = await requireScales(db, account, [scaleId], right)
  return scale!
}

const visible = (row: ScaleRow, access: Access): VisibleScale => ({
  id: row.id,
  controllerId: row.controller_id,
  access,
  row,
})
