import type { Insertable, Kysely, Selectable } from 'kysely'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import type { Tables } from '../../store/tables.ts'
import type { WeatherControllerTable, WeatherMonthTable, WeatherPlaceTable } from './weather-table.ts'

export type WeatherPlaceRow = Selectable<WeatherPlaceTable>

/** Returns the owned transmitters whose weather belongs to no place, or to the place where they stood before. */
export async function selectUnplacedControllers(
  db: Kysely<Tables>,
): Promise<{ id: number; ownerId: number; latitude: number; longitude: number }[]> {
  const rows = await db
    .selectFrom('controller')
    .leftJoin('weather_controller', 'weather_controller.controller_id', 'controller.id')
    .select(['controller.id', 'controller.owner_id as ownerId', 'controller.latitude', 'controller.longitude'])
    .where('controller.owner_id', 'is not', null)
    .where('controller.latitude', 'is not', null)
    .where('controller.longitude', 'is not', null)
    .where(({ or, eb, ref }) =>
      or([
        eb('weather_controller.place_id', 'is', null),
        eb('weather_controller.latitude', '<>', ref('controller.latitude')),
        eb('weather_controller.longitude', '<>', ref('controller.longitude')),
      ]),
    )
    .orderBy('controller.id')
    .execute()
  return rows.flatMap(({ id, ownerId, latitude, longitude }) =>
    ownerId === null || latitude === null || longitude === null ? [] : [{ id, ownerId, latitude, longitude }],
  )
}

/** Returns the places in use, oldest first, each once for every owner of a transmitter there. */
export const selectPlacesOfOwners = (
  db: Kysely<Tables>,
): Promise<{ id: number; ownerId: number | null; latitude: number; longitude: number }[]> =>
  db
    .selectFrom('weather_place')
    .innerJoin('weather_controller', 'weather_controller.place_id', 'weather_place.id')
    .innerJoin('controller', 'controller.id', 'weather_controller.controller_id')
    .select(['weather_place.id', 'weather_place.latitude', 'weather_place.longitude', 'controller.owner_id as ownerId'])
    .distinct()
    .orderBy('weather_place.id')
    .execute()

export const selectPlaces = (db: Kysely<Tables>): Promise<WeatherPlaceRow[]> =>
  db.selectFrom('weather_place').selectAll().orderBy('id').execute()

export const insertPlace = (db: Kysely<Tables>, row: Insertable<WeatherPlaceTable>): Promise<WeatherPlaceRow> =>
  db.insertInto('weather_place').values(row).returningAll().executeTakeFirstOrThrow()

export async function putController(db: Kysely<Tables>, row: Insertable<WeatherControllerTable>): Promise<void> {
  const { controller_id: _, ...place } = row
  await db
    .insertInto('weather_controller')
    .values(row)
    .onConflict((conflict) => conflict.column('controller_id').doUpdateSet(place))
    .execute()
}

/** Deletes the place assignments of transmitters that no longer have a location or an owner. */
export async function deleteStrayControllers(db: Kysely<Tables>): Promise<void> {
  const standing = db
    .selectFrom('controller')
    .select('id')
    .where('latitude', 'is not', null)
    .where('longitude', 'is not', null)
    .where('owner_id', 'is not', null)
  await db.deleteFrom('weather_controller').where('controller_id', 'not in', standing).execute()
}

/** Deletes the places of no transmitter, with all their months. */
export async function deleteIdlePlaces(db: Kysely<Tables>): Promise<void> {
  const used = db.selectFrom('weather_controller').select('place_id')
  await db.deleteFrom('weather_place').where('id', 'not in', used).execute()
}

/** Returns the earliest activation of the transmitters of each place, in epoch ms. */
export async function selectFirstActivations(db: Kysely<Tables>): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('weather_controller')
    .innerJoin('controller', 'controller.id', 'weather_controller.controller_id')
    .select(({ fn }) => ['weather_controller.place_id', fn.min('controller.activated_at').as('first')])
    .groupBy('weather_controller.place_id')
    .execute()
  return new Map(rows.flatMap(({ place_id, first }) => (first === null ? [] : [[place_id, Number(first)]])))
}

export const selectPlaceOf = (db: Kysely<Tables>, controllerId: number): Promise<WeatherPlaceRow | undefined> =>
  db
    .selectFrom('weather_controller')
    .innerJoin('weather_place', 'weather_place.id', 'weather_controller.place_id')
    .selectAll('weather_place')
    .where('weather_controller.controller_id', '=', controllerId)
    .executeTakeFirst()

/** Returns the months that begin in `[from, to)`, in order. */
export const selectMonths = (
  db: Kysely<Tables>,
  placeId: number,
  from: number,
  to: number,
): Promise<Selectable<WeatherMonthTable>[]> =>
  db
    .selectFrom('weather_month')
    .selectAll()
    .where('place_id', '=', placeId)
    .where('from', '>=', from)
    .where('from', '<', to)
    .orderBy('from')
    .execute()

/** Returns the starts of the months of a place that are entirely from the archive. */
export async function selectArchivedMonths(db: Kysely<Tables>, placeId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('weather_month')
    .select('from')
    .where('place_id', '=', placeId)
    .where('archived', '=', 1)
    .execute()
  return new Set(rows.map(({ from }) => Number(from)))
}

export async function putMonth(db: Kysely<Tables>, row: Insertable<WeatherMonthTable>): Promise<void> {
  await db
    .insertInto('weather_month')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['place_id', 'from']).doUpdateSet({ bytes: row.bytes, archived: row.archived }),
    )
    .execute()
}

export async function noteUpdate(
  db: Kysely<Tables>,
  placeId: number,
  outcome: { problem: ErrorCode } | { loadedAt: number },
): Promise<void> {
  const changes = 'problem' in outcome ? outcome : { problem: null, loaded_at: outcome.loadedAt }
  await db.updateTable('weather_place').set(changes).where('id', '=', placeId).execute()
}

/** Returns the tiles of a transmitter's own series that begin in `[from, to)`. */
export const selectSensorTiles = (db: Kysely<Tables>, controllerId: number, level: number, from: number, to: number) =>
  db
    .selectFrom('tile')
    .select('bytes')
    .where('scale_id', '=', -controllerId)
    .where('level', '=', level)
    .where('from', '>=', from)
    .where('from', '<', to)
    .orderBy('from')
    .execute()
