import { type Insertable, type Kysely, type SqlBool, sql } from 'kysely'
import type { ControllerFilter, ControllerSort } from '#domain/hives/administered-controller.ts'
import { LOW_MILLIVOLTS, patienceHours } from '#domain/hives/doctor/device-doctor.ts'
import { HOUR_MS } from '#domain/platform/durations.ts'
import { comesAfter, containsWords, counted } from '../../platform/db/list-order.ts'
import type { Direction, Place } from '../../platform/http/list-query.ts'
import type { Tables } from '../../store/tables.ts'
import type { ControllerRow } from './controller-queries.ts'
import type { ControllerTable } from './controller-table.ts'

export type ControllerListFilter = {
  /** Undefined: all transmitters; null: those without an affiliation. */
  affiliationId?: number | null | undefined
  ownerId?: number | undefined
  softwareVersion?: string | undefined
  state?: ControllerFilter | undefined
  q?: string | undefined
  sort: ControllerSort
  direction: Direction
  after?: Place | undefined
  limit: number
  nowMs: number
  /** Whether there are subscriptions, whose end excuses silence. */
  subscriptions: boolean
}

/** The owner and affiliation of a transmitter. */
export type Belonging = { owner_email: string | null; affiliation_name: string | null }
export type ListedRow = Pick<
  ControllerRow,
  | ('id' | 'imei' | 'imsi' | 'name' | 'owner_id' | 'affiliation_id' | 'last_seen_at' | 'activated_at')
  | (
      | 'battery_mv'
      | 'battery_low_mv'
      | 'signal_dbm'
      | 'software_version'
      | 'subscription_ends_at'
      | 'remaining_notifications'
    )
  | ('update_interval_hours' | 'former_interval_hours' | 'interval_changed_at')
> &
  Belonging & { sort_value: string | number }

const sortColumns = {
  name: counted<string | number>(sql.ref('controller.name')),
  imei: sql<string | number>`controller.imei`,
  lastUpdate: sql<string | number>`coalesce(controller.last_seen_at, 0)`,
  battery: sql<string | number>`coalesce(controller.battery_mv, 0)`,
} as const satisfies Record<ControllerSort, unknown>

const belonging = (db: Kysely<Tables>) =>
  db
    .selectFrom('controller')
    .leftJoin('account as owner', 'owner.id', 'controller.owner_id')
    .leftJoin('affiliation', 'affiliation.id', 'controller.affiliation_id')
    .select(['owner.email as owner_email', 'affiliation.name as affiliation_name'])

/** A page of transmitters in the requested order. */
export function selectListedControllers(db: Kysely<Tables>, filter: ControllerListFilter): Promise<ListedRow[]> {
  const { affiliationId, ownerId, softwareVersion, state, q, sort, direction, after, limit } = filter
  const order = direction === 'ascending' ? 'asc' : 'desc'
  const column = sortColumns[sort]
  let query = belonging(db)
    .select(['controller.id', 'controller.imei', 'controller.imsi', 'controller.name', 'controller.owner_id'])
    .select(['controller.affiliation_id', 'controller.last_seen_at', 'controller.activated_at'])
    .select(['controller.battery_mv', 'controller.battery_low_mv', 'controller.signal_dbm'])
    .select('controller.software_version')
    .select(['controller.subscription_ends_at', 'controller.remaining_notifications'])
    .select(['controller.update_interval_hours', 'controller.former_interval_hours', 'controller.interval_changed_at'])
    .select(column.as('sort_value'))
    .orderBy(column, order)
    .orderBy('controller.id', order)
    .limit(limit)
  if (affiliationId === null) query = query.where('controller.affiliation_id', 'is', null)
  else if (affiliationId !== undefined) query = query.where('controller.affiliation_id', '=', affiliationId)
  if (ownerId !== undefined) query = query.where('controller.owner_id', '=', ownerId)
  if (softwareVersion !== undefined) query = query.where('controller.software_version', '=', softwareVersion)
  if (state) query = query.where(isInState(state, filter))
  if (after) query = query.where(comesAfter(column, sql.ref('controller.id'), direction, after))
  const contains = containsWords(q, searched)
  if (contains) query = query.where(contains)
  return query.execute()
}

/** `intervalInForce` for queries. */
const hoursInForce = sql<number>`case
  when coalesce(controller.last_seen_at, 0) <= coalesce(controller.interval_changed_at, 0)
    and controller.former_interval_hours > controller.update_interval_hours then controller.former_interval_hours
  else controller.update_interval_hours end`

const searched = [
  ...['imei', 'imsi', 'msisdn', 'name', 'software_version'].map((column) => sql.ref(`controller.${column}`)),
  ...['email', 'firstname', 'lastname', 'company'].map((column) => sql.ref(`owner.${column}`)),
]

function isInState(state: ControllerFilter, { nowMs, subscriptions }: ControllerListFilter) {
  if (state === 'free') return sql<SqlBool>`controller.owner_id is null`
  if (state === 'low')
    return sql<SqlBool>`controller.battery_mv < coalesce(controller.battery_low_mv, ${LOW_MILLIVOLTS})`
  if (state === 'expired')
    return subscriptions ? sql<SqlBool>`controller.subscription_ends_at <= ${nowMs}` : sql<SqlBool>`1 = 0`
  const patienceOf = (hours: number) => sql`when ${hours} then ${patienceHours(hours) * HOUR_MS}`
  const patiences = sql.join([1, 2, 3, 4, 5, 6].map(patienceOf), sql` `)
  const patience = sql`case ${hoursInForce} ${patiences} end`
  const overdue = sql<SqlBool>`(controller.owner_id is not null
    and coalesce(controller.last_seen_at, controller.activated_at, 0) + ${patience} < ${nowMs})`
  if (!subscriptions) return overdue
  return sql<SqlBool>`(${overdue} and (controller.subscription_ends_at is null or controller.subscription_ends_at > ${nowMs}
    or controller.last_seen_at < controller.subscription_ends_at - ${patience}))`
}

/** One transmitter with its owner and affiliation. */
export const selectAdministeredController = (
  db: Kysely<Tables>,
  id: number,
): Promise<(ControllerRow & Belonging) | undefined> =>
  belonging(db).selectAll('controller').where('controller.id', '=', id).executeTakeFirst()

export const selectKnownImeis = async (db: Kysely<Tables>, imeis: readonly string[]): Promise<string[]> => {
  const rows = await db.selectFrom('controller').select('imei').where('imei', 'in', imeis).execute()
  return rows.map(({ imei }) => imei)
}

/** Returns the ids of those of these transmitters that have never sent and still have these keys, by IMEI. */
export async function selectUnused(
  db: Kysely<Tables>,
  keys: readonly { imei: string; imsi: string; keyHash: string }[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('controller')
    .select(['id', 'imei', 'imsi', 'device_key_hash'])
    .where(
      'imei',
      'in',
      keys.map(({ imei }) => imei),
    )
    .where('last_seen_at', 'is', null)
    .execute()
  const has = new Map(rows.map((row) => [row.imei, row]))
  return new Map(
    keys.flatMap(({ imei, imsi, keyHash }) => {
      const row = has.get(imei)
      return row && row.imsi === imsi && row.device_key_hash === keyHash ? [[imei, row.id]] : []
    }),
  )
}

/** Returns the new ids by IMEI. */
export async function insertControllers(
  db: Kysely<Tables>,
  rows: readonly Insertable<ControllerTable>[],
): Promise<Map<string, number>> {
  const made = await db.insertInto('controller').values(rows).returning(['id', 'imei']).execute()
  return new Map(made.map(({ id, imei }) => [imei, id]))
}

/** What labels need of those transmitters that exist, ordered by IMEI. */
export const selectLabels = (
  db: Kysely<Tables>,
  ids: readonly number[],
): Promise<{ id: number; imei: string; imsi: string; name: string; claim_code_demanded: 0 | 1 }[]> =>
  db
    .selectFrom('controller')
    .select(['id', 'imei', 'imsi', 'name', 'claim_code_demanded'])
    .where('id', 'in', ids)
    .orderBy('imei')
    .execute()
