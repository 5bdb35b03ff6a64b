import type { RegionAverage } from '#domain/insight/regional-average.ts'
import type { Deps } from '../../deps.ts'
import { requireController, visibleControllers } from '../../hives/controllers/visible-controllers.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { selectRegionForAverage } from './average-queries.ts'
import { readRegionDays } from './read-region-days.ts'

/** A region by its id, or the primary region of a transmitter; `from` and `to` are local days, both inclusive. */
export type AverageAsked = {
  regionId?: number | undefined
  controllerId?: number | undefined
  from: string
  to: string
}

/**
 * Returns the averages of a region in which the account owns or watches a transmitter; administrators see every
 * region. Throws 404 `controller_not_found`, and 404 `region_not_found`, also if a transmitter has no region.
 */
export async function readRegionalAverage(
  { database: { db } }: Pick<Deps, 'database'>,
  account: SignedIn,
  { from, to, ...asked }: AverageAsked,
): Promise<RegionAverage> {
  const regionId = await regionAsked()
  const region = regionId === null ? undefined : await selectRegionForAverage(db, regionId)
  if (!region) throw new AppError(404, 'region_not_found')
  const days = await readRegionDays(db, [region.id], from, to)
  return { regionId: region.id, name: region.name, utcOffset: region.utc_offset, days: days.get(region.id) ?? [] }

  async function regionAsked(): Promise<number | null> {
    if (asked.controllerId !== undefined) {
      return (await requireController(db, account, asked.controllerId, 'read')).row.primary_region_id
    }
    const regionId = asked.regionId ?? null
    if (account.admin) return regionId
    const near = await visibleControllers(db, account)
    return near.some(({ row }) => row.primary_region_id === regionId) ? regionId : null
  }
}
