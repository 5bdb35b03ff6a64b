import { type Kysely, sql } from 'kysely'
import type { Role } from '#domain/people/account.ts'
import type { UserSort } from '#domain/people/administered-user.ts'
import { flag } from '../../../platform/db/flag.ts'
import { comesAfter, containsWords, counted } from '../../../platform/db/list-order.ts'
import type { Direction, Place } from '../../../platform/http/list-query.ts'
import type { Tables } from '../../../store/tables.ts'
import type { AccountRow } from '../account-queries.ts'

export type UserFilter = {
  /** Undefined: everybody's; null: users without one. */
  affiliationId?: number | null | undefined
  role?: Role | undefined
  active?: boolean | undefined
  admin?: boolean | undefined
  q?: string | undefined
  sort: UserSort
  direction: Direction
  after?: Place | undefined
  limit: number
}

export type ListedUserRow = Omit<AccountRow, 'password_hash' | 'language' | 'site_host'> & {
  sort_value: string | number
}

const searched = ['email', 'firstname', 'lastname', 'company', 'street', 'zip', 'city', 'phone'].map((name) =>
  sql.ref(`account.${name}`),
)

const sortColumns = {
  email: sql<string | number>`account.email`,
  name: counted<string | number>(sql.ref('account.lastname'), sql.ref('account.firstname')),
  created: sql<string | number>`account.created_at`,
} as const satisfies Record<UserSort, unknown>

/** Users in the requested order. */
export function selectUsers(db: Kysely<Tables>, filter: UserFilter): Promise<ListedUserRow[]> {
  const { affiliationId, role, active, admin, q, sort, direction, after, limit } = filter
  const order = direction === 'ascending' ? 'asc' : 'desc'
  const column = sortColumns[sort]
  let query = db
    .selectFrom('account')
    .leftJoin('affiliation', 'affiliation.id', 'account.affiliation_id')
    .select(['account.id', 'account.email', 'account.role', 'account.admin', 'account.active', 'account.created_at'])
    .select(['account.firstname', 'account.lastname', 'account.company', 'account.street', 'account.zip'])
    .select(['account.city', 'account.country', 'account.phone', 'account.affiliation_id'])
    .select('affiliation.name as affiliation_name')
    .select(column.as('sort_value'))
    .orderBy(column, order)
    .orderBy('account.id', order)
    .limit(limit)
  if (affiliationId === null) query = query.where('account.affiliation_id', 'is', null)
  else if (affiliationId !== undefined) query = query.where('account.affiliation_id', '=', affiliationId)
  if (role !== undefined) query = query.where('account.role', '=', role)
  if (active !== undefined) query = query.where('account.active', '=', flag(active))
  if (admin !== undefined) query = query.where('account.admin', '=', flag(admin))
  if (after) query = query.where(comesAfter(column, sql.ref('account.id'), direction, after))
  const contains = containsWords(q, searched)
  if (contains) query = query.where(contains)
  return query.execute()
}

/** The number of transmitters of each of these accounts, and when the account was last seen. */
export async function selectUserFigures(
  db: Kysely<Tables>,
  accountIds: readonly number[],
): Promise<{ controllerCount: Map<number, number>; lastSeen: Map<number, number> }> {
  if (accountIds.length === 0) return { controllerCount: new Map(), lastSeen: new Map() }
  const [counts, sessions] = await Promise.all([
    db
      .selectFrom('controller')
      .select(({ fn }) => ['owner_id', fn.countAll().as('count')])
      .where('owner_id', 'in', accountIds)
      .groupBy('owner_id')
      .execute(),
    db
      .selectFrom('session')
      .select(({ fn }) => ['account_id', fn.max('last_seen_at').as('last_seen_at')])
      .where('account_id', 'in', accountIds)
      .where('actor_token_hash', 'is', null)
      .groupBy('account_id')
      .execute(),
  ])
  return {
    controllerCount: new Map(counts.map(({ owner_id, count }) => [owner_id!, Number(count)])),
    lastSeen: new Map(sessions.map(({ account_id, last_seen_at }) => [account_id, Number(last_seen_at)])),
  }
}

export const selectControllerNamesOf = (
  db: Kysely<Tables>,
  ownerId: number,
  limit: number,
): Promise<{ id: number; name: string }[]> =>
  db
    .selectFrom('controller')
    .select(['id', 'name'])
    .where('owner_id', '=', ownerId)
    .orderBy(counted(sql.ref('name')))
    .orderBy('id')
    .limit(limit)
    .execute()

export async function countSessionsOf(db: Kysely<Tables>, accountId: number, nowMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('session')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('account_id', '=', accountId)
    .where('actor_token_hash', 'is', null)
    .where('expires_at', '>', nowMs)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Active administrators other than one account; the account with `exceptEmail` does not count. */
const otherAdministrators = (db: Kysely<Tables>, accountId: number, exceptEmail: string | undefined) =>
  db
    .selectFrom('account as other')
    .select('other.id')
    .where('other.admin', '=', 1)
    .where('other.active', '=', 1)
    .where('other.id', '<>', accountId)
    .where('other.email', '<>', exceptEmail ?? '')

/** Changes an account if another administrator remains; the account with `exceptEmail` does not count. Returns false if none would. */
export async function updateUnlessLastAdministrator(
  db: Kysely<Tables>,
  id: number,
  changes: { admin?: 0 | 1; active?: 0 | 1 },
  exceptEmail: string | undefined,
): Promise<boolean> {
  const changed = await db
    .updateTable('account')
    .set(changes)
    .where('id', '=', id)
    .where(({ exists }) => exists(otherAdministrators(db, id, exceptEmail)))
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export async function otherAdministratorExists(
  db: Kysely<Tables>,
  accountId: number,
  exceptEmail: string | undefined,
): Promise<boolean> {
  return (await otherAdministrators(db, accountId, exceptEmail).limit(1).executeTakeFirst()) !== undefined
}
