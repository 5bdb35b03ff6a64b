import { decodeTile, encodeTile } from '#domain/hives/tile-codec.ts'
import { type Buckets, replaceBuckets, rollUpDay, rollUpHour } from '#domain/hives/tile-roll-up.ts'
import { type CoarseTile, emptyCoarseTile, levelNumber, type RawTile, tileSpan } from '#domain/hives/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { HotStatements } from './hot-statements.ts'

const rollUps = { hour: rollUpHour, day: rollUpDay } as const satisfies Record<string, (tile: RawTile) => Buckets>

/** Puts days of one series into its months of hours and years of days. `raw` gives the day as it is now. */
export function rollUpDays(
  statements: HotStatements,
  seriesId: number,
  days: Iterable<number>,
  raw: (from: number) => RawTile,
  revision: number,
): void {
  const changed = new Map<string, CoarseTile>()
  for (const day of days) {
    const tile = raw(day)
    for (const level of ['hour', 'day'] as const) {
      const { from } = tileSpan(level, day)
      const key = `${level} ${from}`
      const coarse = changed.get(key) ?? readCoarse(statements, seriesId, level, from)
      changed.set(key, replaceBuckets(coarse, day, day + DAY_SECONDS, rollUps[level](tile)))
    }
  }
  for (const tile of changed.values()) {
    statements.writeTile.run(seriesId, levelNumber[tile.level], tile.from, encodeTile(tile), revision)
  }
}

function readCoarse(statements: HotStatements, seriesId: number, level: 'hour' | 'day', from: number): CoarseTile {
  const stored = statements.readTile.get(seriesId, levelNumber[level], from)
  return stored ? (decodeTile(stored.bytes) as CoarseTile) : emptyCoarseTile(level, from)
}
