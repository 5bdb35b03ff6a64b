import type { V1Midnight } from '#domain/exchange/api-v1.ts'
import type { MidnightBound } from '#domain/hives/timeline.ts'
import type { Deps } from '../../deps.ts'
import { zoneOf } from '../../hives/timeline/zone-of-controller.ts'
import type { V1Source } from './v1-scales.ts'

/** Weights at local midnight, scale by scale. `now` in epoch seconds. */
export async function readV1Midnights(
  database: Deps['database'],
  sources: readonly V1Source[],
  { from, to, now }: { from: MidnightBound; to: MidnightBound; now: number },
): Promise<V1Midnight[]> {
  const rows: V1Midnight[] = []
  for (const [regionId, there] of Map.groupBy(sources, ({ controller }) => controller.row.primary_region_id)) {
    const zone = await zoneOf(database.db, regionId)
    const names = new Map(there.map(({ scale }) => [scale.id, scale.row.name]))
    const { scales } = await database.read('midnightValues', { scaleIds: [...names.keys()], zone, from, to, now })
    for (const { scaleId, days } of scales) {
      rows.push(...days.map((day) => ({ scaleId, scale: names.get(scaleId)!, ...day })))
    }
  }
  return rows.sort((a, b) => a.scaleId - b.scaleId || (a.date < b.date ? -1 : 1))
}
