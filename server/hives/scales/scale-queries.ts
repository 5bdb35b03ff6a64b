import type { ExpressionBuilder, Insertable, Kysely, Selectable, Updateable } from 'kysely'
import { ScaleState } from '#domain/hives/scale.ts'
import { collects } from '#domain/hives/scale-at.ts'
import type { Tables } from '../../store/tables.ts'
import type { ScaleTable } from './scale-table.ts'

export type ScaleRow = Selectable<ScaleTable>

export async function selectScalesOfControllers(
  db: Kysely<Tables>,
  controllerIds: readonly number[],
): Promise<ScaleRow[]> {
  if (controllerIds.length === 0) return []
  return db
    .selectFrom('scale')
    .selectAll()
    .where('controller_id', 'in', controllerIds)
    .orderBy('controller_id')
    .orderBy('channel')
    .orderBy('id')
    .execute()
}

export async function selectScalesById(db: Kysely<Tables>, ids: readonly number[]): Promise<ScaleRow[]> {
  if (ids.length === 0) return []
  return db.selectFrom('scale').selectAll().where('id', 'in', ids).execute()
}

export const insertScale = (db: Kysely<Tables>, row: Insertable<ScaleTable>): Promise<ScaleRow> =>
  db.insertInto('scale').values(row).returningAll().executeTakeFirstOrThrow()

/**
 * Changes columns, and keeps `collected_until`, `channel_since`, and the past channels in line with them. A type that is set is no longer a
 * guess. `db`: a transaction.
 */
export async function updateScale(
  db: Kysely<Tables>,
  id: number,
  changes: Updateable<ScaleTable>,
  nowMs: number,
): Promise<ScaleRow | undefined> {
  if (changes.channel !== undefined) await insertPastChannel(db, id, changes.channel, nowMs)
  return db
    .updateTable('scale')
    .set((eb) => ({
      ...changes,
      ...(changes.type !== undefined && { type_is_guessed: 0 as const }),
      ...collectedUntil(eb, changes, nowMs),
      ...(changes.channel !== undefined && { channel_since: nowMs }),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Nothing of a channel that it was on for no time at all. */
async function insertPastChannel(db: Kysely<Tables>, id: number, next: number, nowMs: number): Promise<void> {
  const before = await db
    .selectFrom('scale')
    .select(['channel', 'channel_since'])
    .where('id', '=', id)
    .executeTakeFirst()
  const since = Number(before?.channel_since)
  if (!before || before.channel === next || since >= nowMs) return
  await db
    .insertInto('past_channel')
    .values({ scale_id: id, until: nowMs, since, channel: before.channel })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const collecting = ScaleState.options.filter(collects)

/** Between two states that do not collect, the time stays. On a new channel it is cleared, as late readings there are not from this scale. */
function collectedUntil(
  eb: ExpressionBuilder<Tables, 'scale'>,
  { state, channel }: Updateable<ScaleTable>,
  nowMs: number,
) {
  if (channel !== undefined) return { collected_until: null }
  if (state === undefined) return {}
  if (collects(state)) return { collected_until: null }
  const before = eb.ref('collected_until')
  return { collected_until: eb.case().when('state', 'in', collecting).then(nowMs).else(before).end() }
}

/** The scale on a channel, unless archived. */
export const selectScaleOnChannel = (
  db: Kysely<Tables>,
  controllerId: number,
  channel: number,
): Promise<ScaleRow | undefined> =>
  db
    .selectFrom('scale')
    .selectAll()
    .where('controller_id', '=', controllerId)
    .where('channel', '=', channel)
    .where('state', '<>', 'archived')
    .executeTakeFirst()

/** Archives the scale on a channel; undefined if there is none. */
export const archiveOnChannel = (
  db: Kysely<Tables>,
  controllerId: number,
  channel: number,
  nowMs: number,
): Promise<ScaleRow | undefined> =>
  db
    .updateTable('scale')
    .set((eb) => ({ state: 'archived' as const, ...collectedUntil(eb, { state: 'archived' }, nowMs) }))
    .where('controller_id', '=', controllerId)
    .where('channel', '=', channel)
    .where('state', '<>', 'archived')
    .returningAll()
    .executeTakeFirst()
