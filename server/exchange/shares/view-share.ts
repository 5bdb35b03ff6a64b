import { OPEN_END_SECONDS, type SharedView } from '#domain/exchange/share.ts'
import { kgFromGrams } from '#domain/hives/units.ts'
import type { Deps } from '../../deps.ts'
import { readExtent } from '../../hives/timeline/read-extent.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Shared } from '../../platform/http/env.ts'
import { selectScalesOfShares, selectShare } from './share-queries.ts'

/**
 * What the page behind the link starts with: the names of the scales, and the period; nothing else about their owner. A transmitter, often
 * named after its place, is named only where scales of the same name would otherwise be mixed up.
 */
export async function viewShare(
  { database: { db } }: Pick<Deps, 'database'>,
  { shareId, scaleIds, period }: Shared,
): Promise<SharedView> {
  const row = await selectShare(db, shareId)
  if (!row) throw new AppError(404, 'share_unavailable')
  const scales = await selectScalesOfShares(db, [shareId])
  const isShared = (name: string) => scales.filter((one) => one.name === name).length > 1
  const extent = await readExtent(db, scaleIds, period)
  return {
    type: row.type,
    description: row.description,
    days: row.days,
    from: isoTime(period.from),
    to: period.to === OPEN_END_SECONDS ? null : isoTime(period.to),
    readings: extent ? { from: isoTime(extent.from), to: isoTime(extent.to) } : null,
    scales: scales.map(({ id, name, controller_name, type, empty_weight_grams, color }) => ({
      id,
      name,
      controllerName: isShared(name) ? controller_name : '',
      type,
      emptyWeight: kgFromGrams(empty_weight_grams),
      color,
    })),
  }
}

const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString()
