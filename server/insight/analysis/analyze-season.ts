import type { Zone } from '#domain/hives/local-midnight.ts'
import type { Analysis } from '#domain/insight/analysis.ts'
import type { Deps } from '../../deps.ts'
import { visibleControllers } from '../../hives/controllers/visible-controllers.ts'
import { requireScales, visibleScales } from '../../hives/scales/visible-scales.ts'
import { zoneOf } from '../../hives/timeline/zone-of-controller.ts'
import type { SignedIn } from '../../platform/http/env.ts'

type Question = { year?: number | undefined; scales?: number[] | undefined; days: boolean }

/**
 * Returns the season of some weight scales, or of all an account owns or watches,
 * ranked among each other. Throws 404 `scale_not_found` if one is not visible.
 */
export async function analyzeSeason(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  account: SignedIn,
  { year, scales: ids, days }: Question,
): Promise<Analysis> {
  const { db } = database
  const visible = ids ? await requireScales(db, account, ids, 'read') : await visibleScales(db, account)
  const weights = visible.filter(({ row }) => row.type === 'weight')
  const controllerIds = [...new Set(weights.map(({ controllerId }) => controllerId))]
  const zones = new Map<number, Zone>()
  for (const { id, row } of await visibleControllers(db, account, controllerIds)) {
    zones.set(id, await zoneOf(db, row.primary_region_id))
  }
  const scales = weights.flatMap(({ id, controllerId, row: { name, state } }) => {
    const zone = zones.get(controllerId)
    return zone ? [{ scaleId: id, controllerId, name, zone, archived: state === 'archived' }] : []
  })
  const now = Math.floor(clock.now() / 1000)
  return database.read('analysis', { scales, year: year ?? new Date(clock.now()).getUTCFullYear(), days, now })
}
