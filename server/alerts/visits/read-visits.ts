import type { Kysely } from 'kysely'
import type { Visit } from '#domain/alerts/visit.ts'
import { readAllBefore } from '../../platform/db/read-all-before.ts'
import { isoTime, isoTimeOrNull } from '../../platform/db/stored-time.ts'
import type { Tables } from '../../store/tables.ts'
import { readChanges } from './read-changes.ts'
import { selectVisits, type VisitRow } from './visit-queries.ts'

/** Returns the newest visits at some transmitters that touch a span (epoch ms), newest first, with what changed during them. */
export async function readVisits(
  db: Kysely<Tables>,
  controllerIds: readonly number[],
  span: { from: number; to: number },
): Promise<Visit[]> {
  return toVisits(db, await selectVisits(db, controllerIds, span))
}

/** Returns all visits at a transmitter that began in a span (epoch ms), however many there are, newest first. */
export async function readAllVisits(
  db: Kysely<Tables>,
  controllerId: number,
  { from, to }: { from: number; to: number },
): Promise<Visit[]> {
  const touching = await readAllBefore(
    to,
    (until) => readVisits(db, [controllerId], { from, to: until }),
    ({ startedAt }) => Date.parse(startedAt),
  )
  return touching.filter(({ startedAt }) => Date.parse(startedAt) >= from)
}

/** Returns one visit as the API shows it. */
export async function toVisit(db: Kysely<Tables>, row: VisitRow): Promise<Visit> {
  const [visit] = await toVisits(db, [row])
  return visit!
}

async function toVisits(db: Kysely<Tables>, rows: readonly VisitRow[]): Promise<Visit[]> {
  const changes = await readChanges(db, rows)
  return rows.map((row) => ({
    id: row.id,
    controllerId: row.controller_id,
    startedAt: isoTime(row.started_at),
    endedAt: isoTimeOrNull(row.ended_at),
    endedBy: row.ended_by,
    scales: changes.get(row.id) ?? [],
  }))
}
