import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { containsWords } from '../../platform/db/list-order.ts'
import { partsOf } from '../../platform/db/parts-of.ts'
import type { Tables } from '../../store/tables.ts'
import type { FirmwareTable } from './firmware-table.ts'

export type FirmwareRow = Selectable<FirmwareTable>

export const selectFirmware = (db: Kysely<Tables>): Promise<FirmwareRow[]> =>
  db.selectFrom('firmware').selectAll().execute()

export const selectFirmwareOf = (db: Kysely<Tables>, version: string): Promise<FirmwareRow | undefined> =>
  db.selectFrom('firmware').selectAll().where('version', '=', version).executeTakeFirst()

/** Inserts a version, or overwrites an existing one. */
export const upsertFirmware = (db: Kysely<Tables>, row: Insertable<FirmwareTable>): Promise<FirmwareRow> => {
  const { version: _, ...changed } = row
  return db
    .insertInto('firmware')
    .values(row)
    .onConflict((conflict) => conflict.column('version').doUpdateSet(changed))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes a version; undefined if some transmitter should have it. */
export const deleteUndesired = (db: Kysely<Tables>, id: number): Promise<FirmwareRow | undefined> =>
  db
    .deleteFrom('firmware')
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('controller').select('controller.id').where('desired_firmware_id', '=', id))),
    )
    .returningAll()
    .executeTakeFirst()

/** How many transmitters should have each version, by its id. */
export async function countDesired(db: Kysely<Tables>): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('controller')
    .select(({ fn }) => ['desired_firmware_id as id', fn.countAll().as('count')])
    .where('desired_firmware_id', 'is not', null)
    .groupBy('desired_firmware_id')
    .execute()
  return new Map(rows.map(({ id, count }) => [id!, Number(count)]))
}

/** How many transmitters report each version, in their own spelling. */
export async function countReported(db: Kysely<Tables>): Promise<{ reported: string; count: number }[]> {
  const rows = await db
    .selectFrom('controller')
    .select(({ fn }) => ['software_version as reported', fn.countAll().as('count')])
    .where('software_version', 'is not', null)
    .groupBy('software_version')
    .execute()
  return rows.map(({ reported, count }) => ({ reported: reported!, count: Number(count) }))
}

/** The version that the transmitter with this device key should have. */
export const selectDesiredByKey = (
  db: Kysely<Tables>,
  deviceKeyHash: string,
): Promise<{ controllerId: number; firmware: FirmwareRow | undefined } | undefined> =>
  db
    .selectFrom('controller')
    .leftJoin('firmware', 'firmware.id', 'controller.desired_firmware_id')
    .select(['controller.id as controllerId'])
    .selectAll('firmware')
    .where(({ or, eb }) =>
      or([eb('controller.device_key_hash', '=', deviceKeyHash), eb('controller.next_key_hash', '=', deviceKeyHash)]),
    )
    .executeTakeFirst()
    .then((row) => {
      if (!row) return undefined
      const { controllerId, ...firmware } = row
      return { controllerId, firmware: firmware.id === null ? undefined : (firmware as FirmwareRow) }
    })

const controllerColumns = [
  'controller.id',
  'controller.name',
  'controller.imei',
  'controller.software_version',
  'controller.last_seen_at',
  'firmware.version as desired',
] as const

export type FirmwareControllerRow = {
  id: number
  name: string
  imei: string
  software_version: string | null
  last_seen_at: number | null
  desired: string | null
}

const searched = [
  ...['imei', 'imsi', 'msisdn', 'name', 'software_version'].map((column) => sql.ref(`controller.${column}`)),
  ...['email', 'firstname', 'lastname', 'company'].map((column) => sql.ref(`owner.${column}`)),
]

/** Transmitters by number, filtered by the words of `q` in what the list of transmitters is searched by: their numbers, name, version and owner. */
export function selectFirmwareControllers(
  db: Kysely<Tables>,
  { q, afterId, limit }: { q?: string | undefined; afterId?: number | undefined; limit: number },
): Promise<FirmwareControllerRow[]> {
  let query = db
    .selectFrom('controller')
    .leftJoin('firmware', 'firmware.id', 'controller.desired_firmware_id')
    .leftJoin('account as owner', 'owner.id', 'controller.owner_id')
    .select(controllerColumns)
    .orderBy('controller.id')
    .limit(limit)
  if (afterId !== undefined) query = query.where('controller.id', '>', afterId)
  const contains = containsWords(q, searched)
  if (contains) query = query.where(contains)
  return query.execute()
}

const IDS_AT_ONCE = 500

/** The versions these transmitters run and should have; unknown ids are missing from the result. */
export async function selectReported(
  db: Kysely<Tables>,
  ids: readonly number[],
): Promise<{ id: number; software_version: string | null; desired_firmware_id: number | null }[]> {
  const rows = []
  for (const part of partsOf(ids, IDS_AT_ONCE)) {
    const found = db
      .selectFrom('controller')
      .select(['id', 'software_version', 'desired_firmware_id'])
      .where('id', 'in', part)
    rows.push(...(await found.execute()))
  }
  return rows
}

export async function updateDesired(
  db: Kysely<Tables>,
  ids: readonly number[],
  firmwareId: number | null,
): Promise<void> {
  for (const part of partsOf(ids, IDS_AT_ONCE)) {
    await db.updateTable('controller').set({ desired_firmware_id: firmwareId }).where('id', 'in', part).execute()
  }
}
