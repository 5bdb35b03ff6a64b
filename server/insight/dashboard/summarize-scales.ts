import type { Kysely } from 'kysely'
import type { LocalMidnight } from '#domain/hives/local-midnight.ts'
import { levelNumber, tileSpan, tileStarts } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { DetectorSettings } from '../../alerts/alarms/detectors/detector.ts'
import { midnightColumns } from '../../hives/timeline/midnight-values.ts'
import { readTileCursor } from '../../hives/timeline/read-tile-cursor.ts'
import { type WholeTiles, wholeTiles } from '../../hives/timeline/whole-tiles.ts'
import { databaseBehind } from '../../platform/db/database-behind.ts'
import type { Tables } from '../../store/tables.ts'
import { selectNamedTiles, selectNewestRevisions, type TileNames } from './dashboard-queries.ts'
import { SPARKLINE_STEP_SECONDS, summarizeScale, summaryDays } from './scale-summary.ts'

const KEPT_SUMMARIES = 5_000

/** `lastTime`: when it last weighed, in epoch seconds; of a scale whose weight is missing, or too old to be shown, when it last sent. */
export type ScaleToSummarize = {
  scaleId: number
  lastTime: number
  midnights: LocalMidnight[]
  settings: DetectorSettings
}

/** A summary as JSON text, since that is what is sent again and again: its own fields, and those of `activity`. */
export type SummaryJson = { fields: string; activity: string }

/** `cursor`: the tile cursor up to which the underlying tiles are known to be unchanged. */
type Kept = { signature: string; revisions: string; cursor: number; json: SummaryJson }

/** Cached summaries per database: each holds until the underlying tiles change or four hours have passed. */
const keptBy = new WeakMap<object, Map<number, Kept>>()

/** Returns summaries by scale id; only those whose tiles have changed are recomputed. */
export async function summarizeScales(
  db: Kysely<Tables>,
  scales: ScaleToSummarize[],
  nowSeconds: number,
): Promise<Map<number, SummaryJson>> {
  const database = databaseBehind(db)
  const kept = keptBy.get(database) ?? new Map<number, Kept>()
  keptBy.set(database, kept)
  const cursor = await readTileCursor(db)
  const sparklineTo = Math.ceil(nowSeconds / SPARKLINE_STEP_SECONDS) * SPARKLINE_STEP_SECONDS
  const signatureOf = ({ lastTime, midnights, settings }: ScaleToSummarize): string =>
    `${tileSpan('raw', lastTime).from} ${sparklineTo} ${midnights[0]?.time} ${midnights.at(-1)?.time} ${JSON.stringify(settings)}`
  const signed = scales.map((scale) => ({ ...scale, signature: signatureOf(scale) }))
  // other reads may change the cache meanwhile, so whatever is valid for this snapshot is taken right away
  const summaries = new Map<number, SummaryJson>()
  const unsure = signed.filter(({ scaleId, signature }) => {
    const known = kept.get(scaleId)
    if (known?.signature !== signature || known.cursor !== cursor) return true
    summaries.set(scaleId, known.json)
    return false
  })
  for (const [lastDay, group] of Map.groupBy(unsure, ({ lastTime }) => tileSpan('raw', lastTime).from)) {
    const renewed = await renew(db, kept, group, { lastDay, nowSeconds, sparklineTo, cursor })
    for (const [scaleId, json] of renewed) summaries.set(scaleId, json)
  }
  for (const scaleId of kept.keys()) {
    if (kept.size <= KEPT_SUMMARIES) break
    kept.delete(scaleId)
  }
  return summaries
}

type Signed = ScaleToSummarize & { signature: string }
type Moment = { lastDay: number; nowSeconds: number; sparklineTo: number; cursor: number }

async function renew(
  db: Kysely<Tables>,
  kept: Map<number, Kept>,
  group: Signed[],
  { lastDay, nowSeconds, sparklineTo, cursor }: Moment,
): Promise<Map<number, SummaryJson>> {
  const found = new Map<number, SummaryJson>()
  const raw = { level: levelNumber.raw, starts: summaryDays(lastDay) }
  const hours = { level: levelNumber.hour, starts: tileStarts('hour', nowSeconds - 16 * DAY_SECONDS, nowSeconds + 1) }
  const scaleIds = group.map(({ scaleId }) => scaleId)
  const rawRevisions = await revisionsOf(db, { scaleIds, ...raw })
  const hourRevisions = await revisionsOf(db, { scaleIds, ...hours })
  const revisionsUnder = (scaleId: number): string => `${rawRevisions.get(scaleId)} ${hourRevisions.get(scaleId)}`
  const changed = group.filter(({ scaleId, signature }) => {
    const known = kept.get(scaleId)
    if (known?.signature !== signature || known.revisions !== revisionsUnder(scaleId)) return true
    known.cursor = cursor
    found.set(scaleId, known.json)
    return false
  })
  if (changed.length === 0) return found
  const changedIds = changed.map(({ scaleId }) => scaleId)
  const rawTiles = await tilesOf(db, { scaleIds: changedIds, ...raw }, ['weight'])
  const hourTiles = await tilesOf(db, { scaleIds: changedIds, ...hours }, midnightColumns)
  for (const { scaleId, midnights, settings, signature } of changed) {
    // a change over an incomplete day would be wrong
    const raw = rawTiles.damaged.has(scaleId) ? [] : rawTiles.tiles.get(scaleId)!
    const tiles = { raw, hours: hourTiles.tiles.get(scaleId)! }
    const damaged = rawTiles.damaged.has(scaleId) || hourTiles.damaged.has(scaleId)
    const { activity, ...fields } = summarizeScale({ ...tiles, lastDay, damaged, midnights, sparklineTo, settings })
    const json = { fields: JSON.stringify(fields), activity: JSON.stringify(activity) }
    kept.delete(scaleId)
    kept.set(scaleId, { signature, revisions: revisionsUnder(scaleId), cursor, json })
    found.set(scaleId, json)
  }
  return found
}

async function revisionsOf(db: Kysely<Tables>, names: TileNames): Promise<Map<number, number>> {
  const rows = await selectNewestRevisions(db, names)
  return new Map(rows.map(({ scale_id, revision }) => [scale_id, Number(revision)]))
}

async function tilesOf(
  db: Kysely<Tables>,
  names: TileNames,
  columns: Parameters<typeof wholeTiles>[2],
): Promise<WholeTiles> {
  return wholeTiles(names.scaleIds, await selectNamedTiles(db, names), columns)
}
