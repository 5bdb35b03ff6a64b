import { kgFromGrams } from '#domain/hives/units.ts'
import type { RankedHive, SeasonRanking } from '#domain/insight/season-ranking.ts'
import { median } from '#domain/platform/median.ts'
import type { Deps } from '../../deps.ts'
import { zoneOf } from '../../hives/timeline/zone-of-controller.ts'
import { partsOf } from '../../platform/db/parts-of.ts'
import { selectRankedScales, selectRegionNames } from './analysis-queries.ts'

/** A batch of this size keeps a reader thread busy for about a tenth of a second. */
const SCALES_AT_ONCE = 50
const KEPT_MS = 6 * 3600_000

type Ranking = Omit<SeasonRanking, 'items' | 'nextCursor'> & { ranked: RankedHive[] }
type Kept = { at: number; ranking: Promise<Ranking> }

/**
 * Creates a function that ranks the hives of all transmitters by their season. A year's ranking is
 * cached and recomputed at most every six hours, in small batches alongside other work.
 */
export function createSeasonRanking(deps: Pick<Deps, 'database' | 'clock'>): (year: number) => Promise<Ranking> {
  const kept = new Map<number, Kept>()
  return async (year) => {
    const now = deps.clock.now()
    const known = kept.get(year)
    if (known && now - known.at < KEPT_MS) return known.ranking
    const ranking = rank(deps, year)
    kept.set(year, { at: now, ranking })
    ranking.catch(() => kept.delete(year))
    return ranking
  }
}

async function rank({ database, clock }: Pick<Deps, 'database' | 'clock'>, year: number): Promise<Ranking> {
  const { db } = database
  const at = clock.now()
  const scales = new Map((await selectRankedScales(db)).map((scale) => [scale.scaleId, scale]))
  const regions = await selectRegionNames(db)
  const zones = new Map(
    await Promise.all([null, ...regions.map(({ id }) => id)].map(async (id) => [id, await zoneOf(db, id)] as const)),
  )
  const found: { scaleId: number; grams: number; days: number }[] = []
  const all = [...scales.values()].map(({ scaleId, regionId }) => ({ scaleId, zone: zones.get(regionId)! }))
  for (const part of partsOf(all, SCALES_AT_ONCE)) {
    found.push(...(await database.read('gains', { scales: part, year, now: Math.floor(at / 1000) })))
  }
  found.sort((a, b) => b.grams - a.grams || a.scaleId - b.scaleId)
  const ranks = ranksOfSorted(found.map(({ grams }) => grams))
  const ranked = found.map(({ scaleId, grams, days }, index) => ({
    ...scales.get(scaleId)!,
    rank: ranks[index]!,
    gain: { kg: kgFromGrams(Math.round(grams)), days },
  }))
  return {
    year,
    at: new Date(at).toISOString(),
    hives: ranked.length,
    regions: [...Map.groupBy(ranked, ({ regionId }) => regionId)]
      .map(([regionId, hives]) => {
        const gains = hives.map(({ gain }) => gain.kg)
        return {
          regionId,
          name: regions.find(({ id }) => id === regionId)?.name ?? null,
          hives: hives.length,
          meanKg: round(gains.reduce((sum, kg) => sum + kg, 0) / hives.length),
          medianKg: round(median(gains) ?? 0),
        }
      })
      .sort((a, b) => b.meanKg - a.meanKg),
    ranked,
  }
}

const round = (kg: number) => Math.round(kg * 1000) / 1000

/** The rank of each gain in a descending list; equal gains share a rank. */
function ranksOfSorted(gains: readonly number[]): number[] {
  let rank = 0
  return gains.map((gain, index) => {
    if (index === 0 || gain !== gains[index - 1]) rank = index + 1
    return rank
  })
}
