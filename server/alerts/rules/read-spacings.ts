import type { Kysely } from 'kysely'
import { ABSENT, type RawColumnName, tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { readRawSpan } from '../../hives/timeline/read-raw-span.ts'
import { partsOf } from '../../platform/db/parts-of.ts'
import type { Tables } from '../../store/tables.ts'

const SPAN_SECONDS = 2 * DAY_SECONDS
const SERIES_AT_ONCE = 100
/** Fewer say little about how often a scale measures. */
const VALUES_AT_LEAST = 5

const spacedQuantities = ['weight', 'temperature', 'humidity'] as const satisfies readonly RawColumnName[]
export type SpacedQuantity = (typeof spacedQuantities)[number]

/** How far apart in seconds the values of a scale usually are, for what it has measured often enough. */
export type Spacings = Partial<Record<SpacedQuantity, number>>

/** A reader thread's task: returns how often scales have measured in the last two days. */
export async function readSpacings(
  db: Kysely<Tables>,
  { scaleIds, nowSeconds }: { scaleIds: number[]; nowSeconds: number },
): Promise<Map<number, Spacings>> {
  const { from } = tileSpan('raw', nowSeconds - SPAN_SECONDS)
  const found = new Map<number, Spacings>()
  for (const seriesIds of partsOf(scaleIds, SERIES_AT_ONCE)) {
    const { tiles } = await readRawSpan(db, seriesIds, { from, to: nowSeconds + DAY_SECONDS }, spacedQuantities)
    for (const [scaleId, days] of tiles) {
      const raw = days.flatMap((tile) => (tile.level === 'raw' ? [tile] : []))
      const spacings: Spacings = {}
      for (const quantity of spacedQuantities) {
        const times = raw.flatMap(({ from: day, time, columns }) =>
          [...time].flatMap((at, row) => ((columns[quantity]?.[row] ?? ABSENT) === ABSENT ? [] : [day + at])),
        )
        const usual = medianGap(times)
        if (usual !== undefined) spacings[quantity] = usual
      }
      found.set(scaleId, spacings)
    }
  }
  return found
}

function medianGap(times: readonly number[]): number | undefined {
  if (times.length < VALUES_AT_LEAST) return undefined
  const gaps = times.slice(1).map((time, at) => time - times[at]!)
  return gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)]
}
