import type { Profile, Role } from '#domain/people/account.ts'
import type { UserEditBody } from '#domain/people/administered-user.ts'
import { defined, mapDefined } from '#domain/platform/defined.ts'
import type { Deps } from '../../../deps.ts'
import { recordChange } from '../../../platform/audit/record-change.ts'
import { flag } from '../../../platform/db/flag.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import { requireAffiliation } from '../../affiliations/require-affiliation.ts'
import { type AccountRow, selectAccountById, updateAccount } from '../account-queries.ts'
import { toProfile } from '../account-reply.ts'
import { updateUnlessLastAdministrator } from './admin-user-queries.ts'

type Editable = Profile & { role: Role; affiliationId: number | null; admin: boolean }

/**
 * Changes a user's profile, role, affiliation and rights. Throws 404 `user_not_found` and `affiliation_not_found`, 400
 * `no_changes`, 409 `administrator_needed` if nobody would be left to administer.
 */
export async function editUser(
  { database, clock, config }: Pick<Deps, 'database' | 'clock' | 'config'>,
  administrator: SignedIn,
  id: number,
  edit: UserEditBody,
): Promise<void> {
  await database.db.transaction().execute(async (db) => {
    const row = await selectAccountById(db, id)
    if (!row) throw new AppError(404, 'user_not_found')
    const before = editableOf(row)
    const changes = Object.entries(edit).filter(
      ([field, value]) => value !== undefined && value !== before[field as keyof Editable],
    )
    if (changes.length === 0) throw new AppError(400, 'no_changes')
    const changed: Partial<Editable> = Object.fromEntries(changes)
    const after: Editable = { ...before, ...changed }
    if (after.affiliationId !== null) await requireAffiliation(db, after.affiliationId)
    const resigns = before.admin && !after.admin
    if (resigns && !(await updateUnlessLastAdministrator(db, id, { admin: 0 }, config.excludedAdminEmail))) {
      throw new AppError(409, 'administrator_needed')
    }
    // nothing else: on PostgreSQL, users may save their profile between the two statements
    const { affiliationId, admin, ...others } = changed
    await updateAccount(db, id, defined({ ...others, affiliation_id: affiliationId, admin: mapDefined(admin, flag) }))
    await recordChange(
      { database: { db }, clock },
      {
        actorId: administrator.accountId,
        action: 'user.edit',
        subjectType: 'user',
        subjectId: String(id),
        before,
        after,
      },
    )
  })
}

const editableOf = (row: AccountRow): Editable => ({
  ...toProfile(row),
  role: row.role,
  affiliationId: row.affiliation_id,
  admin: row.admin === 1,
})
