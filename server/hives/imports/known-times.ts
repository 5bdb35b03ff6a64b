import type { Kysely } from 'kysely'
import { decodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { ABSENT, type RawTile } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { Tables } from '../../store/tables.ts'
import { selectRawTile } from './import-queries.ts'
import type { ImportedReading } from './read-reading.ts'

const KEPT_DAYS = 2000
const columns = ['weight', 'temperature', 'humidity'] as const
type Said = (name: (typeof columns)[number]) => number | undefined

/** One bit for each value that is present. */
const bitsOf = (said: Said): number =>
  columns.reduce((bits, name, at) => ((said(name) ?? ABSENT) === ABSENT ? bits : bits | (1 << at)), 0)

/**
 * Tells readings with something new from those that are already stored or came earlier in the same file. Keeps 2000 scale-days in
 * memory: for a file that jumps back and forth further than that, the check counts too many new readings; only the import itself
 * gets it right.
 */
export function createKnownTimes(db: Kysely<Tables>) {
  const days = new Map<string, Map<number, number>>()

  async function dayOf(scaleId: number, from: number): Promise<Map<number, number>> {
    const key = `${scaleId} ${from}`
    const kept = days.get(key)
    if (kept) return kept
    const stored = await selectRawTile(db, scaleId, from)
    const tile = stored && (decodeTile(stored.bytes) as RawTile)
    const known = new Map(
      Array.from(tile?.time ?? [], (offset, row) => [offset, bitsOf((name) => tile?.columns[name]?.[row])]),
    )
    days.set(key, known)
    if (days.size > KEPT_DAYS) days.delete(days.keys().next().value!)
    return known
  }

  let last: { scaleId: number; from: number; known: Map<number, number> } | undefined
  /** Whether the reading says something new; it is known from now on. */
  return async (reading: ImportedReading): Promise<boolean> => {
    const { scaleId, time } = reading
    const from = time - (time % DAY_SECONDS)
    if (last?.scaleId !== scaleId || last.from !== from) last = { scaleId, from, known: await dayOf(scaleId, from) }
    const before = last.known.get(time - from) ?? 0
    const after = before | bitsOf((name) => reading[name])
    last.known.set(time - from, after)
    return after !== before
  }
}
