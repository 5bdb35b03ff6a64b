import type { Kysely } from 'kysely'
import type { LocalMidnight } from '#domain/local-midnight.ts'
import { decodeTile } from '#domain/tile-codec.ts'
import { DAY_SECONDS, levelNumber, type Tile, tileSpan, tileStarts } from '#domain/timeline-tile.ts'
import type { DetectorSettings } from '../alarms/detectors/detector.ts'
import type { Tables } from '../db/tables.ts'
import { midnightColumns } from '../timeline/midnight-values.ts'
import { selectNamedTiles, selectNewestRevisions, type TileNames } from './dashboard-queries.ts'
import { type ScaleSummary, SPARKLINE_STEP_SECONDS, summarizeScale, summaryDays } from './scale-summary.ts'

const KEPT_SUMMARIES = 5_000

/** `lastTime`: of the newest reading, epoch seconds. */
export type ScaleToSummarize = {
  scaleId: number
  lastTime: number
  midnights: LocalMidnight[]
  settings: DetectorSettings
}

type Kept = { signature: string; summary: ScaleSummary }

/** What each connection has worked out: a summary holds as long as the tiles under it and the hour stay the same. */
const keptBy = new WeakMap<Kysely<Tables>, Map<number, Kept>>()

/** Summaries by scale id; only those whose tiles have changed are worked out again. */
export async function summarizeScales(
  db: Kysely<Tables>,
  scales: ScaleToSummarize[],
  nowSeconds: number,
): Promise<Map<number, ScaleSummary>> {
  const kept = keptBy.get(db) ?? new Map<number, Kept>()
  keptBy.set(db, kept)
  const byLastDay = Map.groupBy(scales, ({ lastTime }) => tileSpan('raw', lastTime).from)
  const summaries = new Map<number, ScaleSummary>()
  for (const [lastDay, group] of byLastDay) {
    const raw = { level: levelNumber.raw, starts: summaryDays(lastDay) }
    const hours = { level: levelNumber.hour, starts: tileStarts('hour', nowSeconds - 16 * DAY_SECONDS, nowSeconds + 1) }
    const scaleIds = group.map(({ scaleId }) => scaleId)
    const rawRevisions = await revisionsOf(db, { scaleIds, ...raw })
    const hourRevisions = await revisionsOf(db, { scaleIds, ...hours })
    const sparklineTo = Math.ceil(nowSeconds / SPARKLINE_STEP_SECONDS) * SPARKLINE_STEP_SECONDS
    const changed: (ScaleToSummarize & { signature: string })[] = []
    for (const scale of group) {
      const { scaleId, midnights, settings } = scale
      const revisions = [lastDay, rawRevisions.get(scaleId), hourRevisions.get(scaleId), sparklineTo]
      const signature = `${revisions} ${midnights[0]?.time} ${midnights.at(-1)?.time} ${JSON.stringify(settings)}`
      const known = kept.get(scaleId)
      if (known?.signature === signature) summaries.set(scaleId, known.summary)
      else changed.push({ ...scale, signature })
    }
    if (changed.length === 0) continue
    const changedIds = changed.map(({ scaleId }) => scaleId)
    const rawTiles = await tilesOf(db, { scaleIds: changedIds, ...raw }, ['weight'])
    const hourTiles = await tilesOf(db, { scaleIds: changedIds, ...hours }, midnightColumns)
    for (const { scaleId, midnights, settings, signature } of changed) {
      const tiles = { raw: rawTiles.get(scaleId) ?? [], hours: hourTiles.get(scaleId) ?? [] }
      const summary = summarizeScale({ ...tiles, midnights, sparklineTo, settings })
      summaries.set(scaleId, summary)
      kept.delete(scaleId)
      kept.set(scaleId, { signature, summary })
    }
  }
  for (const scaleId of kept.keys()) {
    if (kept.size <= KEPT_SUMMARIES) break
    kept.delete(scaleId)
  }
  return summaries
}

async function revisionsOf(db: Kysely<Tables>, names: TileNames): Promise<Map<number, number>> {
  const rows = await selectNewestRevisions(db, names)
  return new Map(rows.map(({ scale_id, revision }) => [scale_id, Number(revision)]))
}

async function tilesOf(
  db: Kysely<Tables>,
  names: TileNames,
  columns: Parameters<typeof decodeTile>[1],
): Promise<Map<number, Tile[]>> {
  const tiles = new Map<number, Tile[]>()
  for (const { scale_id, bytes } of await selectNamedTiles(db, names)) {
    const own = tiles.get(scale_id)
    const tile = decodeTile(bytes, columns)
    if (own) own.push(tile)
    else tiles.set(scale_id, [tile])
  }
  return tiles
}
