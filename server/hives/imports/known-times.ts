import type { Kysely } from 'kysely'
import { decodeTile } from '#domain/hives/tiles/tile-codec.ts'
import type { RawTile } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { Tables } from '../../store/tables.ts'
import { selectRawTile } from './import-queries.ts'

const KEPT_DAYS = 2000

/**
 * Tells readings that are stored, or came earlier in the same file, from new ones. Some thousand scale-days are kept in memory: a
 * file that jumps further back and forth is counted as if it said more than it does, which only the import itself corrects.
 */
export function createKnownTimes(db: Kysely<Tables>) {
  const days = new Map<string, Set<number>>()

  async function dayOf(scaleId: number, from: number): Promise<Set<number>> {
    const key = `${scaleId} ${from}`
    const kept = days.get(key)
    if (kept) return kept
    const stored = await selectRawTile(db, scaleId, from)
    const times = new Set(stored ? (decodeTile(stored.bytes) as RawTile).time : [])
    days.set(key, times)
    if (days.size > KEPT_DAYS) days.delete(days.keys().next().value!)
    return times
  }

  let last: { scaleId: number; from: number; times: Set<number> } | undefined
  /** Whether the reading is new; from now on it is known. */
  return async (scaleId: number, time: number): Promise<boolean> => {
    const from = time - (time % DAY_SECONDS)
    if (last?.scaleId !== scaleId || last.from !== from) last = { scaleId, from, times: await dayOf(scaleId, from) }
    const { times } = last
    if (times.has(time - from)) return false
    times.add(time - from)
    return true
  }
}
