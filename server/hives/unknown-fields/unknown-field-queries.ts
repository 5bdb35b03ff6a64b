import type { Insertable, Kysely, Selectable } from 'kysely'
import type { ChannelScale } from '#domain/hives/scale-at.ts'
import type { Locale } from '#domain/platform/locale.ts'
import type { Tables } from '../../store/tables.ts'
import type { FilledColumn } from '../readings/change-readings.ts'
import { freeScaleColor } from '../scale-colors/free-scale-color.ts'
import type { UnknownFieldTable, UnknownValueTable } from './unknown-field-table.ts'

export type UnknownFieldRow = Selectable<UnknownFieldTable>

const ROWS_A_STATEMENT = 100

export const selectUnknownFields = (db: Kysely<Tables>, controllerId: number): Promise<UnknownFieldRow[]> =>
  db.selectFrom('unknown_field').selectAll().where('controller_id', '=', controllerId).orderBy('name').execute()

export async function upsertUnknownFields(
  db: Kysely<Tables>,
  rows: readonly Pick<UnknownFieldRow, 'controller_id' | 'name' | 'last_value' | 'last_at'>[],
): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('unknown_field')
    .values(rows.map((row) => ({ ...row, quantity: null, channel: null, unit: null })))
    .onConflict((conflict) =>
      conflict.columns(['controller_id', 'name']).doUpdateSet((eb) => ({
        last_value: eb.ref('excluded.last_value'),
        last_at: eb.ref('excluded.last_at'),
      })),
    )
    .execute()
}

/** Stores values, keeping the first one of each ten minutes. */
export async function insertUnknownValues(
  db: Kysely<Tables>,
  rows: readonly Insertable<UnknownValueTable>[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT) {
    await db
      .insertInto('unknown_value')
      .values(rows.slice(at, at + ROWS_A_STATEMENT))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

export const updateMeaning = (
  db: Kysely<Tables>,
  key: Pick<UnknownFieldRow, 'controller_id' | 'name'>,
  meaning: Pick<UnknownFieldRow, 'quantity' | 'channel' | 'unit'>,
): Promise<UnknownFieldRow | undefined> =>
  db
    .updateTable('unknown_field')
    .set(meaning)
    .where('controller_id', '=', key.controller_id)
    .where('name', '=', key.name)
    .returningAll()
    .executeTakeFirst()

export const selectUnknownValues = (db: Kysely<Tables>, controllerId: number, name: string) =>
  db
    .selectFrom('unknown_value')
    .select(['time', 'value', 'filled'])
    .where('controller_id', '=', controllerId)
    .where('name', '=', name)
    .orderBy('slot')
    .execute()

/** Marks which values of a name are filled in, by their times. */
export async function updateFilled(
  db: Kysely<Tables>,
  { controller_id, name }: Pick<UnknownFieldRow, 'controller_id' | 'name'>,
  times: readonly number[],
): Promise<void> {
  const ofName = () =>
    db.updateTable('unknown_value').where('controller_id', '=', controller_id).where('name', '=', name)
  await ofName().set({ filled: 0 }).execute()
  for (let at = 0; at < times.length; at += ROWS_A_STATEMENT) {
    await ofName()
      .set({ filled: 1 })
      .where('time', 'in', times.slice(at, at + ROWS_A_STATEMENT))
      .execute()
  }
}

/** Deletes values from before a time (epoch seconds), and names without a meaning that were not sent since. */
export async function deleteUnknownBefore(db: Kysely<Tables>, seconds: number): Promise<void> {
  await db.deleteFrom('unknown_value').where('slot', '<', seconds).execute()
  await db
    .deleteFrom('unknown_field')
    .where('quantity', 'is', null)
    .where('last_at', '<', seconds * 1000)
    .execute()
}

/** The current and former scales on a channel. */
export const selectScalesOn = (db: Kysely<Tables>, controllerId: number, channel: number): Promise<ChannelScale[]> =>
  db
    .selectFrom('scale')
    .select(['id', 'channel', 'state', 'collected_until'])
    .where('controller_id', '=', controllerId)
    .where('channel', '=', channel)
    .orderBy('id')
    .execute()

const typeOf = { weight: 'weight', temperature: 'thermometer', humidity: 'humidity' } as const

/** Adds a scale whose type is guessed from its first column; it may still turn out to be a weight scale. */
export async function insertFilledScale(
  db: Kysely<Tables>,
  {
    column,
    nowMs,
    ...scale
  }: { controller_id: number; channel: number; name: string; column: FilledColumn; nowMs: number },
): Promise<ChannelScale> {
  const color = await freeScaleColor(db, scale.controller_id)
  const guess = { type: typeOf[column], type_is_guessed: column === 'weight' ? 0 : 1 } as const
  return db
    .insertInto('scale')
    .values({ ...scale, ...guess, color, state: 'active', created_at: nowMs })
    .returning(['id', 'channel', 'state', 'collected_until'])
    .executeTakeFirstOrThrow()
}

/** Makes those of these scales whose type was a guess weight scales. */
export const settleTypes = (db: Kysely<Tables>, ids: readonly number[]) =>
  db
    .updateTable('scale')
    .set({ type: 'weight', type_is_guessed: 0 })
    .where('id', 'in', ids)
    .where('type_is_guessed', '=', 1)
    .execute()

export async function selectUnknownOwnersLanguage(db: Kysely<Tables>, controllerId: number): Promise<Locale> {
  const owner = await db
    .selectFrom('controller')
    .innerJoin('account', 'account.id', 'controller.owner_id')
    .select('account.language')
    .where('controller.id', '=', controllerId)
    .executeTakeFirst()
  return owner?.language ?? 'de'
}
