import type { Kysely } from 'kysely'
import { type Level, levelNumber, tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { DEFAULT_POINTS, TIMELINE_JSON_MAXIMUM_BYTES, TIMELINE_MAXIMUM_BYTES } from '#domain/hives/timeline.ts'
import type { Tables } from '../../store/tables.ts'
import { chooseLevel } from './choose-level.ts'
import type { SkippedRevisions } from './pass-former-revisions.ts'
import { readTimelinePart, type TimelinePart, type TimelinePlan } from './read-timeline-part.ts'
import { selectCursor, selectTotalBytes } from './timeline-queries.ts'

/** Requests series that the caller may see; a controller's own sensors are stored under its negative id. */
export type TimelineInput = {
  scaleIds: number[]
  controllerIds: number[]
  from: number
  to: number
  level?: Level | undefined
  points?: number | undefined
  since?: number | undefined
  format: 'json' | 'tiles'
  /** Nothing outside may be in the answer; epoch seconds, `to` exclusive. */
  period?: Span | undefined
  /** A cursor from there is unknown here. */
  skipped?: SkippedRevisions | undefined
}

type Span = { from: number; to: number }

export type TimelineAnswer = (TimelinePart & { plan: TimelinePlan }) | { tooLarge: true }

/** Reader task: the answer up to its first part, already encoded so that the HTTP thread only passes it on. */
export async function readTimeline(db: Kysely<Tables>, input: TimelineInput): Promise<TimelineAnswer> {
  const { period, format } = input
  const from = Math.max(input.from, period?.from ?? input.from)
  const to = Math.min(input.to, period?.to ?? input.to)
  const seriesIds = [...input.scaleIds, ...input.controllerIds.map((id) => -id)]
  const known = input.since ?? -1
  // phones forget what they have when the answer is older than that
  const cursor = isSkipped(known, input.skipped) ? input.skipped.after : await selectCursor(db)
  const isEmpty = from >= to
  const level =
    input.level ??
    (isEmpty ? 'raw' : await chooseLevel(db, { seriesIds, from, to, points: input.points ?? DEFAULT_POINTS }))
  // A cursor from the future stems from before a backup was restored: what its holder has cannot be trusted.
  const since = isEmpty ? cursor : known > cursor ? -1 : known
  const range = { from: tileSpan(level, from).from, to }
  const tiles = { seriesIds, level: levelNumber[level], ...range }
  const bytes = since < cursor ? await selectTotalBytes(db, tiles, since) : 0
  if (bytes > (format === 'tiles' ? TIMELINE_MAXIMUM_BYTES : TIMELINE_JSON_MAXIMUM_BYTES)) return { tooLarge: true }
  const ordered = inOrder(seriesIds, format)
  const plan: TimelinePlan = { ...range, bytes, format, level, cursor, since, period, seriesIds: ordered }
  return { ...(await readTimelinePart(db, { plan, place: undefined })), plan }
}

/** JSON has a series for each one requested; as tiles each series comes once, in ascending order. */
const inOrder = (seriesIds: number[], format: TimelineInput['format']): number[] =>
  format === 'json' ? seriesIds : [...new Set(seriesIds)].sort((a, b) => a - b)

const isSkipped = (known: number, skipped: SkippedRevisions | undefined): skipped is SkippedRevisions =>
  skipped !== undefined && known > skipped.after && known < skipped.before
