import type { Kysely } from 'kysely'
import type { Zone } from '#domain/hives/local-midnight.ts'
import { kgFromGrams } from '#domain/hives/units.ts'
import type { Season } from '#domain/insight/season-advice.ts'
import { byUrgency } from '#domain/insight/season-needs.ts'
import type { Deps } from '../../deps.ts'
import { type VisibleController, visibleControllers } from '../../hives/controllers/visible-controllers.ts'
import { visibleScales } from '../../hives/scales/visible-scales.ts'
import { zoneOf } from '../../hives/timeline/zone-of-controller.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { Tables } from '../../store/tables.ts'
import type { ScaleToAdvise } from './read-season.ts'

/** Returns a sentence on each hive in use of an account's own transmitters; watched ones are left out, since the account has nothing to do there. */
export async function adviseAccount(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  account: SignedIn,
): Promise<Season> {
  const { db } = database
  const own = (await visibleControllers(db, account)).filter(({ access }) => access === 'own')
  const scales = await scalesToAdvise(db, account, own)
  const advices = await database.read('season', { scales, now: Math.floor(clock.now() / 1000) })
  return advices.sort(byUrgency)
}

/** Returns the hives in use of an account's transmitters. */
export async function scalesToAdvise(
  db: Kysely<Tables>,
  account: SignedIn,
  own: readonly VisibleController[],
): Promise<ScaleToAdvise[]> {
  const places = new Map<number, { zone: Zone; latitude: number | null }>()
  for (const { id, row } of own) {
    places.set(id, { zone: await zoneOf(db, row.primary_region_id), latitude: row.latitude })
  }
  return (await visibleScales(db, account, own)).flatMap(({ id, controllerId, row }) =>
    row.type === 'weight' && row.state === 'active'
      ? [
          {
            scaleId: id,
            controllerId,
            emptyWeight: kgFromGrams(row.empty_weight_grams),
            feedStock: kgFromGrams(row.feed_stock_grams),
            ...places.get(controllerId)!,
          },
        ]
      : [],
  )
}
