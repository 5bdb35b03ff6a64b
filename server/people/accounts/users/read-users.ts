import type { Kysely } from 'kysely'
import type { AdministeredUser, ListedUser } from '#domain/people/administered-user.ts'
import { isManager } from '#domain/people/permission.ts'
import type { Deps } from '../../../deps.ts'
import { isoTime } from '../../../platform/db/stored-time.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { type Place, pageOf, readCursor } from '../../../platform/http/list-query.ts'
import type { Tables } from '../../../store/tables.ts'
import { selectAccountById } from '../account-queries.ts'
import { toProfile } from '../account-reply.ts'
import {
  countSessionsOf,
  type ListedUserRow,
  selectControllerNamesOf,
  selectUserFigures,
  selectUsers,
  type UserFilter,
} from './admin-user-queries.ts'

const CONTROLLERS_NAMED = 50

type Wanted = Omit<UserFilter, 'after'> & { cursor?: string | undefined }
type Figures = Awaited<ReturnType<typeof selectUserFigures>>

/** One page of users. Throws 400 `invalid_query` for another list's cursor. */
export async function listUsers(
  db: Kysely<Tables>,
  { cursor, ...wanted }: Wanted,
): Promise<{ items: ListedUser[]; nextCursor: string | null }> {
  const after = readCursor(cursor, wanted.sort, ['email', 'name'])
  const found = await selectUsers(db, { ...wanted, after, limit: wanted.limit + 1 })
  const { rows, nextCursor } = pageOf(found, wanted, ({ id, sort_value }): Place => ({ id, value: sort_value }))
  const figures = await selectUserFigures(
    db,
    rows.map(({ id }) => id),
  )
  return { items: rows.map((row) => toListedUser(row, figures)), nextCursor }
}

/** Everything about one user. Throws 404 `user_not_found`. */
export async function readUser({ database: { db }, clock }: Pick<Deps, 'database' | 'clock'>, id: number) {
  const row = await selectAccountById(db, id)
  if (!row) throw new AppError(404, 'user_not_found')
  const [figures, sessionCount, controllers] = await Promise.all([
    selectUserFigures(db, [id]),
    countSessionsOf(db, id, clock.now()),
    selectControllerNamesOf(db, id, CONTROLLERS_NAMED),
  ])
  const user: AdministeredUser = {
    ...toListedUser(row, figures),
    language: row.language,
    profile: toProfile(row),
    sessionCount,
    controllers,
  }
  return user
}

const joined = (parts: string[], between: string) => parts.filter(Boolean).join(between)

function toListedUser(row: Omit<ListedUserRow, 'sort_value'>, { controllerCount, lastSeen }: Figures): ListedUser {
  const seen = lastSeen.get(row.id)
  return {
    userId: row.id,
    active: row.active === 1,
    email: row.email,
    name: joined([row.firstname, row.lastname], ' ') || row.company,
    phone: row.phone,
    address: joined([row.street, joined([row.zip, row.city], ' ')], ', '),
    affiliation: row.affiliation_id === null ? null : { id: row.affiliation_id, name: row.affiliation_name ?? '' },
    creationDate: isoTime(row.created_at),
    lastSeen: seen === undefined ? null : isoTime(seen),
    admin: row.admin === 1,
    role: row.role,
    manager: isManager(row),
    controllerCount: controllerCount.get(row.id) ?? 0,
  }
}
