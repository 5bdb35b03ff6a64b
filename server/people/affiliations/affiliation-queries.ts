import { type Kysely, sql } from 'kysely'
import type { Affiliation, CountedAffiliation } from '#domain/people/affiliation.ts'
import { counted } from '../../platform/db/list-order.ts'
import type { Tables } from '../../store/tables.ts'

export const selectAffiliation = (db: Kysely<Tables>, id: number): Promise<Affiliation | undefined> =>
  db.selectFrom('affiliation').select(['id', 'name']).where('id', '=', id).executeTakeFirst()

export const selectNames = (db: Kysely<Tables>): Promise<Affiliation[]> =>
  db.selectFrom('affiliation').select(['id', 'name']).execute()

/** All affiliations by name, with the number of members of each. */
export async function selectAffiliations(db: Kysely<Tables>): Promise<CountedAffiliation[]> {
  const rows = await db
    .selectFrom('affiliation')
    .select(['affiliation.id', 'affiliation.name'])
    .select((eb) => [
      eb
        .selectFrom('account')
        .select(({ fn }) => fn.countAll().as('count'))
        .whereRef('account.affiliation_id', '=', 'affiliation.id')
        .as('users'),
      eb
        .selectFrom('controller')
        .select(({ fn }) => fn.countAll().as('count'))
        .whereRef('controller.affiliation_id', '=', 'affiliation.id')
        .as('controllers'),
    ])
    .orderBy(counted(sql.ref('affiliation.name')))
    .orderBy('affiliation.id')
    .execute()
  return rows.map(({ id, name, users, controllers }) => ({
    id,
    name,
    userCount: Number(users),
    controllerCount: Number(controllers),
  }))
}

export const insertAffiliation = (db: Kysely<Tables>, name: string): Promise<Affiliation> =>
  db.insertInto('affiliation').values({ name }).returning(['id', 'name']).executeTakeFirstOrThrow()

export const renameAffiliation = (db: Kysely<Tables>, id: number, name: string): Promise<Affiliation | undefined> =>
  db.updateTable('affiliation').set({ name }).where('id', '=', id).returning(['id', 'name']).executeTakeFirst()

/** Deletes an affiliation without users and transmitters. Returns undefined if it still has any. */
export const deleteEmptyAffiliation = (db: Kysely<Tables>, id: number): Promise<Affiliation | undefined> =>
  db
    .deleteFrom('affiliation')
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('account').select('account.id').where('account.affiliation_id', '=', id))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('controller').select('controller.id').where('controller.affiliation_id', '=', id))),
    )
    .returning(['id', 'name'])
    .executeTakeFirst()

/** Those transmitters in the list that exist, with their current affiliation. */
export const selectAssigned = (
  db: Kysely<Tables>,
  controllerIds: readonly number[],
): Promise<{ id: number; name: string; affiliation_id: number | null; affiliation_name: string | null }[]> =>
  db
    .selectFrom('controller')
    .leftJoin('affiliation', 'affiliation.id', 'controller.affiliation_id')
    .select(['controller.id', 'controller.name', 'affiliation_id', 'affiliation.name as affiliation_name'])
    .where('controller.id', 'in', controllerIds)
    .orderBy('controller.id')
    .execute()

export async function updateAssigned(
  db: Kysely<Tables>,
  controllerIds: readonly number[],
  affiliationId: number,
): Promise<void> {
  await db.updateTable('controller').set({ affiliation_id: affiliationId }).where('id', 'in', controllerIds).execute()
}
