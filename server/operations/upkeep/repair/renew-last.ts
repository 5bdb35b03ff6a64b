import { decodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { emptyRawTile, levelNumber, type RawTile } from '#domain/hives/tiles/timeline-tile.ts'
import { daysBefore, newestLeft, newestReading } from '../../../alerts/alarms/write-last.ts'
import { prepareHotStatements } from '../../../hives/readings/store/hot-statements.ts'
import { createTileStore } from '../../../hives/readings/store/tile-store.ts'
import type { SqliteHandle } from '../../../platform/db/open-sqlite.ts'

/** Computes the last values of a scale from its readings; without readings it has none. */
export function renewLast(sqlite: SqliteHandle, scaleId: number): void {
  const statements = prepareHotStatements(sqlite)
  const days = (before: number) => daysBefore(statements, scaleId, before)

  /** A day that is damaged, and in no backup, has no readings. */
  function raw(_: number, from: number): RawTile {
    const stored = statements.readTile.get(scaleId, levelNumber.raw, from)
    const tile = stored && decodeTile(stored.bytes)
    return tile?.level === 'raw' ? tile : emptyRawTile(from)
  }

  sqlite.transaction(() => {
    sqlite.prepare<[number]>('delete from scale_last where scale_id = ?').run(scaleId)
    const newest = newestLeft(statements, scaleId, raw)
    if (newest === undefined) return
    const times = days(Number.POSITIVE_INFINITY).reverse()
    createTileStore(() => statements).writeLasts([
      newestReading(undefined, { scaleId, times, newest, raw, daysBefore: days }),
    ])
  })()
}
