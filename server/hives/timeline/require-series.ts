import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Shared, SignedIn } from '../../platform/http/env.ts'
import { visibleControllers } from '../controllers/visible-controllers.ts'
import { controllersOf, requireScales } from '../scales/visible-scales.ts'

/** Returns the ids of the transmitters of some series. Throws 404 `scale_not_found` or `controller_not_found` if one of them is not visible to an account. */
export async function requireVisible(
  { db }: Deps['database'],
  account: SignedIn,
  scales: number[],
  controllers: number[],
): Promise<number[]> {
  const visibleScales = await requireScales(db, account, scales, 'read')
  const visible = controllers.length > 0 ? await visibleControllers(db, account, controllers) : []
  if (visible.length < controllers.length) throw new AppError(404, 'controller_not_found')
  return [...visibleScales.map(({ controllerId }) => controllerId), ...controllers]
}

/** The same for a share: only its own scales, and no transmitter as such. */
export async function requireShared(
  { db }: Deps['database'],
  share: Shared,
  scales: number[],
  controllers: number[],
): Promise<number[]> {
  if (scales.some((id) => !share.scaleIds.includes(id))) throw new AppError(404, 'scale_not_found')
  if (controllers.length > 0) throw new AppError(404, 'controller_not_found')
  return controllersOf(db, scales)
}
