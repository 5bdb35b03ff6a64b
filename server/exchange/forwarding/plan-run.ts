import type { Kysely } from 'kysely'
import { FORWARDED_READINGS_MAXIMUM } from '#domain/exchange/forwarding-template.ts'
import { tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { Deps } from '../../deps.ts'
import { readTileCursor } from '../../hives/timeline/read-tile-cursor.ts'
import type { Tables } from '../../store/tables.ts'
import { type ForwardingRow, selectScaleTimes } from './forwarding-queries.ts'
import {
  deleteRun,
  type ForwardingRunRow,
  insertRun,
  selectRawTilesSince,
  selectRun,
  selectSent,
} from './forwarding-run-queries.ts'
import { timesOf } from './settle-run.ts'
import { decodeRaw, unsentTimes } from './unsent-times.ts'

/** The longest span of one message. */
const SPAN_MAXIMUM_SECONDS = 30 * DAY_SECONDS

export type PlannedRun = { run: ForwardingRunRow } | { reached: number }

/**
 * Returns the next message: the one already under way, else the oldest new readings of one scale, recorded before they are sent. If there is
 * nothing new, returns the revision up to which this is certain.
 */
export async function planRun(
  deps: Pick<Deps, 'database' | 'clock' | 'ids'>,
  forwarding: ForwardingRow,
): Promise<PlannedRun> {
  const { clock, ids } = deps
  const { db } = deps.database
  const underWay = await selectRun(db, forwarding.id)
  if (underWay && timesOf(underWay).length > 0) return { run: underWay }
  // damaged: what it was to send counts as unsent, and is found again
  if (underWay) await deleteRun(db, forwarding.id)
  // Read before the tiles: tiles newer than this are looked at again.
  const reached = await readTileCursor(db)
  const stays = await selectScaleTimes(db, forwarding.controller_id, forwarding.channel)
  let found: { scaleId: number; times: number[] } | undefined
  let isAll = true
  for (const { scale_id: scaleId, since, until } of stays) {
    const times = await unsentOf(db, forwarding, {
      scaleId,
      since: secondsOf(since) ?? 0,
      until: secondsOf(until) ?? Number.POSITIVE_INFINITY,
    })
    if (times.length === 0) continue
    const first = fitting(times)
    if (found || first.length < times.length) isAll = false
    found ??= { scaleId, times: first }
  }
  if (!found) return { reached }
  const run = await insertRun(db, {
    forwarding_id: forwarding.id,
    key: ids.uuid(),
    scale_id: found.scaleId,
    times: JSON.stringify(found.times),
    revision: isAll ? reached : forwarding.revision,
    created_at: clock.now(),
  })
  return run ? { run } : planRun(deps, forwarding)
}

const secondsOf = (ms: number | null): number | undefined => (ms === null ? undefined : Math.ceil(Number(ms) / 1000))

/** What a scale measured before `since` or from `until` on (epoch seconds), it measured on another channel. */
async function unsentOf(
  db: Kysely<Tables>,
  forwarding: ForwardingRow,
  { scaleId, since, until }: { scaleId: number; since: number; until: number },
): Promise<number[]> {
  const startsAt = Math.max(Number(forwarding.starts_at), since)
  const { from } = tileSpan('raw', startsAt)
  const tiles = await selectRawTilesSince(db, scaleId, from, Number(forwarding.revision))
  const starts = tiles.map((tile) => Number(tile.from))
  const sent = new Map(
    (await selectSent(db, forwarding.id, scaleId, starts)).map((row) => [Number(row.from), decodeRaw(row.bytes)]),
  )
  return tiles.flatMap(({ from: day, bytes }) => {
    const tile = decodeRaw(bytes)
    return tile ? unsentTimes(tile, sent.get(Number(day)), { since: startsAt, until }) : []
  })
}

/** As many of the first times as fit into one message. */
function fitting(times: readonly number[]): number[] {
  const end = times[0]! + SPAN_MAXIMUM_SECONDS
  return times.slice(0, FORWARDED_READINGS_MAXIMUM).filter((time) => time < end)
}
