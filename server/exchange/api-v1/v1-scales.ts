import type { Kysely } from 'kysely'
import { type VisibleController, visibleControllers } from '../../hives/controllers/visible-controllers.ts'
import { requireScales, type VisibleScale, visibleScales } from '../../hives/scales/visible-scales.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { Tables } from '../../store/tables.ts'

export type V1Source = { scale: VisibleScale; controller: VisibleController }

/** The requested scales, or all that are in use, ordered by id, each with its transmitter. Throws 404 `scale_not_found`. */
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
