import type { Kysely } from 'kysely'
import { LONGEST_VISIT_MS } from '#domain/alerts/visit-length.ts'
import type { Tables } from '../../store/tables.ts'

export const selectLastReadings = (db: Kysely<Tables>, scaleIds: number[]) =>
  db.selectFrom('scale_last').selectAll().where('scale_id', 'in', scaleIds).execute()

export const selectRegionsOf = (db: Kysely<Tables>, controllerIds: number[]) =>
  db
    .selectFrom('controller')
    .innerJoin('region', 'region.id', 'controller.primary_region_id')
    .select(['controller.id as controller_id', 'region.utc_offset', 'region.alarm_from', 'region.alarm_to'])
    .where('controller.id', 'in', controllerIds)
    .execute()

export type TileNames = { scaleIds: number[]; level: number; starts: number[] }

const named = (db: Kysely<Tables>, { scaleIds, level, starts }: TileNames) =>
  db.selectFrom('tile').where('scale_id', 'in', scaleIds).where('level', '=', level).where('from', 'in', starts)

export const selectNewestRevisions = (db: Kysely<Tables>, names: TileNames) =>
  named(db, names)
    .select((eb) => ['scale_id', eb.fn.max('revision').as('revision')])
    .groupBy('scale_id')
    .execute()

export const selectNamedTiles = (db: Kysely<Tables>, names: TileNames) =>
  named(db, names).select(['scale_id', 'from', 'bytes']).orderBy('scale_id').orderBy('from').execute()

/** Returns the alarms of some transmitters that an account may see and that began after `since` (epoch seconds), newest first. */
export const selectAlarmsSince = (db: Kysely<Tables>, accountId: number, controllerIds: number[], since: number) =>
  db
    .selectFrom('alarm')
    .selectAll()
    .where('controller_id', 'in', controllerIds)
    .where((where) => where.or([where('account_id', 'is', null), where('account_id', '=', accountId)]))
    .where('started_at', '>', since)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Returns the ongoing visits at some transmitters' hives, the most recently started first. */
export const selectOpenVisits = (db: Kysely<Tables>, controllerIds: number[], nowMs: number) =>
  db
    .selectFrom('visit')
    .select(['id', 'controller_id', 'started_at'])
    .where('controller_id', 'in', controllerIds)
    .where('started_at', '>', nowMs - LONGEST_VISIT_MS)
    .where('ended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .execute()
