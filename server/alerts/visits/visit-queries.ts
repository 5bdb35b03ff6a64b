import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import { VISITS_MAXIMUM, type VisitEnd } from '#domain/alerts/visit.ts'
import { LONGEST_VISIT_MS } from '#domain/alerts/visit-length.ts'
import { levelNumber } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { Tables } from '../../store/tables.ts'
import type { VisitTable } from './visit-table.ts'

export type VisitRow = Selectable<VisitTable>

/** Returns the visits at these transmitters that touch a span (epoch ms), newest first. */
export async function selectVisits(
  db: Kysely<Tables>,
  controllerIds: readonly number[],
  span: { from: number; to: number },
): Promise<VisitRow[]> {
  if (controllerIds.length === 0) return []
  return db
    .selectFrom('visit')
    .selectAll()
    .where('controller_id', 'in', controllerIds)
    .where('deleted_at', 'is', null)
    .where('started_at', '<=', span.to)
    .where((eb) => eb(eb.fn.coalesce('ended_at', eb('started_at', '+', LONGEST_VISIT_MS)), '>=', span.from))
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(VISITS_MAXIMUM)
    .execute()
}

/** Returns a visit, even a deleted one. */
export const selectVisit = (db: Kysely<Tables>, id: string): Promise<VisitRow | undefined> =>
  db.selectFrom('visit').selectAll().where('id', '=', id).executeTakeFirst()

/** Counts the ongoing visits of an account. */
export async function countOpenVisits(db: Kysely<Tables>, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('visit')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('created_by', '=', accountId)
    .where('ended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns when the latest other ongoing visit of the same person at the same apiary began, in epoch ms; undefined if there is none. */
export async function selectLatestBegin(
  db: Kysely<Tables>,
  { id, created_by, controller_id }: Pick<VisitRow, 'id' | 'created_by' | 'controller_id'>,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('visit')
    .select('started_at')
    .where('created_by', '=', created_by)
    .where('controller_id', '=', controller_id)
    .where('id', '<>', id)
    .where('ended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && Number(row.started_at)
}

/** Returns undefined if the id is taken. */
export const insertVisit = (db: Kysely<Tables>, row: Insertable<VisitTable>): Promise<VisitRow | undefined> =>
  db
    .insertInto('visit')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()

export const updateVisit = (
  db: Kysely<Tables>,
  id: string,
  changes: Updateable<VisitTable>,
): Promise<VisitRow | undefined> =>
  db.updateTable('visit').set(changes).where('id', '=', id).returningAll().executeTakeFirst()

/** Ends a visit that was not ended by hand. Returns undefined if it was, or if the visit was deleted or has another beginning by now. */
export const endVisit = (
  db: Kysely<Tables>,
  { id, started_at }: Pick<VisitRow, 'id' | 'started_at'>,
  end: { ended_at: number; ended_by: VisitEnd },
): Promise<VisitRow | undefined> =>
  db
    .updateTable('visit')
    .set(end)
    .where('id', '=', id)
    .where('started_at', '=', started_at)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('ended_by', 'is', null), eb('ended_by', '<>', 'hand')]))
    .returningAll()
    .executeTakeFirst()

/** Returns the visits not ended by hand: ongoing ones, and those received or ended since a time (epoch ms). */
export const selectUnended = (db: Kysely<Tables>, since: number): Promise<VisitRow[]> =>
  db
    .selectFrom('visit')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>=', since)]))
    .where((eb) => eb.or([eb('ended_by', 'is', null), eb('ended_by', '<>', 'hand')]))
    .orderBy('started_at')
    .execute()

export type ControllerScale = { id: number; controller_id: number }

export async function selectScaleIds(db: Kysely<Tables>, controllerIds: readonly number[]): Promise<ControllerScale[]> {
  if (controllerIds.length === 0) return []
  return db
    .selectFrom('scale')
    .select(['id', 'controller_id'])
    .where('controller_id', 'in', controllerIds)
    .orderBy('channel')
    .orderBy('id')
    .execute()
}

/** Returns the steps of these scales in a span (epoch seconds, `from` exclusive), in order of time. */
export async function selectSteps(db: Kysely<Tables>, scaleIds: readonly number[], from: number, to: number) {
  if (scaleIds.length === 0) return []
  return db
    .selectFrom('jump')
    .selectAll()
    .where('scale_id', 'in', scaleIds)
    .where('time', '>', from)
    .where('time', '<=', to)
    .orderBy('time')
    .execute()
}

/** Returns when notes belonging to a visit were made at its hives, in epoch ms; notes at other places may name it too. */
export const selectNoteTimes = (
  db: Kysely<Tables>,
  { id, controller_id }: Pick<VisitRow, 'id' | 'controller_id'>,
): Promise<{ time: number }[]> =>
  db
    .selectFrom('intervention')
    .innerJoin('scale', 'scale.id', 'intervention.scale_id')
    .select('intervention.time')
    .where('intervention.visit_id', '=', id)
    .where('scale.controller_id', '=', controller_id)
    .where('intervention.deleted_at', 'is', null)
    .execute()

/** Returns the raw tiles of these scales that contain a time from `from` to `to`, in epoch seconds. */
export async function selectRawTiles(db: Kysely<Tables>, scaleIds: readonly number[], from: number, to: number) {
  if (scaleIds.length === 0) return []
  return db
    .selectFrom('tile')
    .select(['scale_id', 'bytes'])
    .where('scale_id', 'in', scaleIds)
    .where('level', '=', levelNumber.raw)
    .where('from', '>', from - DAY_SECONDS)
    .where('from', '<=', to)
    .orderBy('from')
    .execute()
}
