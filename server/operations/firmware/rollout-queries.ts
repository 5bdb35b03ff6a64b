import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { RolloutEvent, RolloutNumbers } from '#domain/operations/firmware-rollout.ts'
import { partsOf } from '../../platform/db/parts-of.ts'
import type { Tables } from '../../store/tables.ts'
import type { FirmwareRolloutControllerTable, FirmwareRolloutTable } from './firmware-table.ts'

export type RolloutRow = Selectable<FirmwareRolloutTable>
export type RolloutWithVersion = RolloutRow & { version: string }

const withVersion = (db: Kysely<Tables>) =>
  db
    .selectFrom('firmware_rollout')
    .innerJoin('firmware', 'firmware.id', 'firmware_rollout.firmware_id')
    .selectAll('firmware_rollout')
    .select('firmware.version')

export const selectRollout = (db: Kysely<Tables>, id: number): Promise<RolloutWithVersion | undefined> =>
  withVersion(db).where('firmware_rollout.id', '=', id).executeTakeFirst()

export const selectRunning = (db: Kysely<Tables>): Promise<RolloutWithVersion[]> =>
  withVersion(db).where('state', '=', 'running').orderBy('firmware_rollout.id').execute()

/** The newest roll-out of each version. */
export const selectNewestRollouts = (db: Kysely<Tables>): Promise<RolloutWithVersion[]> =>
  withVersion(db)
    .where('firmware_rollout.id', 'in', ({ selectFrom }) =>
      selectFrom('firmware_rollout')
        .select(({ fn }) => fn.max('id').as('id'))
        .groupBy('firmware_id'),
    )
    .execute()

export const insertRollout = (db: Kysely<Tables>, row: Insertable<FirmwareRolloutTable>): Promise<RolloutRow> =>
  db.insertInto('firmware_rollout').values(row).returningAll().executeTakeFirstOrThrow()

/** Undefined if it has changed since the update was decided. */
export const updateRollout = (
  db: Kysely<Tables>,
  { id, state, stage }: Pick<RolloutRow, 'id' | 'state' | 'stage'>,
  changes: Updateable<FirmwareRolloutTable>,
): Promise<RolloutRow | undefined> =>
  db
    .updateTable('firmware_rollout')
    .set(changes)
    .where('id', '=', id)
    .where('state', '=', state)
    .where('stage', '=', stage)
    .returningAll()
    .executeTakeFirst()

export async function insertEvent(
  db: Kysely<Tables>,
  rolloutId: number,
  at: number,
  what: RolloutEvent,
  numbers: RolloutNumbers,
): Promise<void> {
  await db
    .insertInto('firmware_rollout_event')
    .values({ rollout_id: rolloutId, at, what, numbers: JSON.stringify(numbers) })
    .execute()
}

/** The events of these roll-outs, oldest first. */
export const selectEvents = (db: Kysely<Tables>, rolloutIds: readonly number[]) =>
  rolloutIds.length === 0
    ? Promise.resolve([])
    : db.selectFrom('firmware_rollout_event').selectAll().where('rollout_id', 'in', rolloutIds).orderBy('id').execute()

const ROWS_AT_ONCE = 200

export async function insertMembers(
  db: Kysely<Tables>,
  rows: readonly Insertable<FirmwareRolloutControllerTable>[],
): Promise<void> {
  for (const part of partsOf(rows, ROWS_AT_ONCE)) {
    await db.insertInto('firmware_rollout_controller').values(part).execute()
  }
}

/** The transmitters that may get a version, with what decides their order. */
export const selectCandidates = (db: Kysely<Tables>) =>
  db
    .selectFrom('controller')
    .select(['id', 'imei', 'software_version', 'desired_firmware_id', 'last_seen_at'])
    .select(['update_interval_hours', 'former_interval_hours', 'interval_changed_at'])
    .where('device_key_hash', 'is not', null)
    .execute()

/** The transmitters of a roll-out, in order. */
export const selectMembers = (db: Kysely<Tables>, rolloutId: number) =>
  db
    .selectFrom('firmware_rollout_controller')
    .innerJoin('controller', 'controller.id', 'firmware_rollout_controller.controller_id')
    .selectAll('firmware_rollout_controller')
    .select([
      'controller.software_version',
      'controller.last_seen_at',
      'controller.update_interval_hours',
      'controller.former_interval_hours',
      'controller.interval_changed_at',
      'controller.subscription_ends_at',
      'controller.desired_firmware_id',
    ])
    .where('rollout_id', '=', rolloutId)
    .orderBy('place')
    .execute()
export type MemberRow = Awaited<ReturnType<typeof selectMembers>>[number]

/** Whether another running roll-out includes one of the transmitters of this one. */
export async function overlapsRunning(db: Kysely<Tables>, rolloutId: number): Promise<boolean> {
  const found = await db
    .selectFrom('firmware_rollout_controller as own')
    .innerJoin('firmware_rollout_controller as other', (join) =>
      join.onRef('other.controller_id', '=', 'own.controller_id').onRef('other.rollout_id', '<>', 'own.rollout_id'),
    )
    .innerJoin('firmware_rollout', 'firmware_rollout.id', 'other.rollout_id')
    .select('own.controller_id')
    .where('own.rollout_id', '=', rolloutId)
    .where('firmware_rollout.state', '=', 'running')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function updateMembers(
  db: Kysely<Tables>,
  rolloutId: number,
  controllerIds: readonly number[],
  changes: Updateable<FirmwareRolloutControllerTable>,
): Promise<void> {
  for (const ids of partsOf(controllerIds, ROWS_AT_ONCE)) {
    await db
      .updateTable('firmware_rollout_controller')
      .set(changes)
      .where('rollout_id', '=', rolloutId)
      .where('controller_id', 'in', ids)
      .execute()
  }
}

/** Records when these transmitters first reported the version: at their latest contact. */
export async function noteUpdated(db: Kysely<Tables>, rolloutId: number, controllerIds: readonly number[]) {
  for (const ids of partsOf(controllerIds, ROWS_AT_ONCE)) {
    await db
      .updateTable('firmware_rollout_controller')
      .set(({ selectFrom }) => ({
        updated_at: selectFrom('controller')
          .select('last_seen_at')
          .whereRef('controller.id', '=', 'firmware_rollout_controller.controller_id'),
      }))
      .where('rollout_id', '=', rolloutId)
      .where('updated_at', 'is', null)
      .where('controller_id', 'in', ids)
      .execute()
  }
}

/** Records that a transmitter has downloaded the whole file of a version. */
export async function noteFetched(db: Kysely<Tables>, controllerId: number, firmwareId: number, at: number) {
  await db
    .updateTable('firmware_rollout_controller')
    .set({ fetched_at: at })
    .where('controller_id', '=', controllerId)
    .where('fetched_at', 'is', null)
    .where('rollout_id', 'in', ({ selectFrom }) =>
      selectFrom('firmware_rollout').select('id').where('firmware_id', '=', firmwareId).where('state', '=', 'running'),
    )
    .execute()
}

/** Takes manually assigned transmitters out of unfinished roll-outs. */
export async function deleteMembers(db: Kysely<Tables>, controllerIds: readonly number[]): Promise<number> {
  let deleted = 0
  for (const ids of partsOf(controllerIds, ROWS_AT_ONCE)) {
    const { numDeletedRows } = await db
      .deleteFrom('firmware_rollout_controller')
      .where('controller_id', 'in', ids)
      .where('rollout_id', 'in', ({ selectFrom }) =>
        selectFrom('firmware_rollout').select('id').where('state', '<>', 'done'),
      )
      .executeTakeFirst()
    deleted += Number(numDeletedRows)
  }
  return deleted
}

export async function deleteMembersOf(
  db: Kysely<Tables>,
  rolloutId: number,
  controllerIds: readonly number[],
): Promise<void> {
  for (const ids of partsOf(controllerIds, ROWS_AT_ONCE)) {
    await db
      .deleteFrom('firmware_rollout_controller')
      .where('rollout_id', '=', rolloutId)
      .where('controller_id', 'in', ids)
      .execute()
  }
}
