import type { Kysely } from 'kysely'
import { type VisibleController, visibleControllers } from '../controllers/visible-controllers.ts'
import type { Tables } from '../db/tables.ts'
import type { SignedIn } from '../http/env.ts'
import { requireScales, type VisibleScale, visibleScales } from '../scales/visible-scales.ts'

export type V1Source = { scale: VisibleScale; controller: VisibleController }

/**
 * The scales that were asked for, or all that are in use, in the order of their ids, each with its transmitter. Throws 404
 * `scale_not_found`.
 */
export async function v1Scales(
  db: Kysely<Tables>,
  account: SignedIn,
  ids: readonly number[] | undefined,
): Promise<V1Source[]> {
  const controllers = await visibleControllers(db, account)
  const scales = ids
    ? await requireScales(db, account, ids, 'read')
    : (await visibleScales(db, account, controllers)).filter(({ row }) => row.state !== 'archived')
  return scales
    .map((scale) => ({ scale, controller: controllers.find(({ id }) => id === scale.controllerId)! }))
    .sort((a, b) => a.scale.id - b.scale.id)
}
