import type { ExpressionBuilder, Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import type { ControllerTable } from './controller-table.ts'

export type ControllerRow = Selectable<ControllerTable>
/** A transmitter, and what the affiliation is called whose managers see it. */
export type NamedRow = ControllerRow & { affiliation_name: string | null }
export type RelatedRow = NamedRow & { watched: boolean }

const affiliationName = (eb: ExpressionBuilder<Tables, 'controller'>) =>
  eb
    .selectFrom('affiliation')
    .select('affiliation.name')
    .whereRef('affiliation.id', '=', 'controller.affiliation_id')
    .as('affiliation_name')

const related = (db: Kysely<Tables>, accountId: number) =>
  db
    .selectFrom('controller')
    .leftJoin('watch', (join) =>
      join.onRef('watch.controller_id', '=', 'controller.id').on('watch.account_id', '=', accountId),
    )
    .leftJoin('affiliation', 'affiliation.id', 'controller.affiliation_id')
    .selectAll('controller')
    .select(['watch.account_id as watcher_id', 'affiliation.name as affiliation_name'])

const asRelated = ({ watcher_id, ...row }: NamedRow & { watcher_id: number | null }): RelatedRow => ({
  ...row,
  watched: watcher_id !== null,
})

const { compare } = new Intl.Collator('en', { numeric: true })

/** Found by owner and by watcher, so that no other transmitter is looked at. */
export const nearControllers = (db: Kysely<Tables>, accountId: number) =>
  related(db, accountId)
    .where(
      'controller.id',
      'in',
      db
        .selectFrom('controller as own')
        .select('own.id')
        .where('own.owner_id', '=', accountId)
        .unionAll(db.selectFrom('watch').select('watch.controller_id as id').where('watch.account_id', '=', accountId)),
    )
    .orderBy('controller.id')

/** Own and watched transmitters: own first, each group by name as people count: 2 before 10, and Äsch before Bern. */
export async function selectNearControllers(db: Kysely<Tables>, accountId: number): Promise<RelatedRow[]> {
  const rows = await nearControllers(db, accountId).execute()
  rows.sort((a, b) => compare(a.name, b.name))
  const own = rows.filter((row) => row.owner_id === accountId)
  const others = rows.filter((row) => row.owner_id !== accountId)
  return [...own, ...others].map(asRelated)
}

export async function selectControllersById(
  db: Kysely<Tables>,
  accountId: number,
  ids: readonly number[],
): Promise<RelatedRow[]> {
  if (ids.length === 0) return []
  const rows = await related(db, accountId).where('controller.id', 'in', ids).execute()
  return rows.map(asRelated)
}

export async function selectControllersOwnedBy(
  db: Kysely<Tables>,
  accountId: number,
  ownerId: number,
): Promise<RelatedRow[]> {
  const rows = await related(db, accountId).where('controller.owner_id', '=', ownerId).execute()
  return rows.map(asRelated)
}

export const insertController = (db: Kysely<Tables>, row: Insertable<ControllerTable>): Promise<NamedRow> =>
  db.insertInto('controller').values(row).returningAll().returning(affiliationName).executeTakeFirstOrThrow()

export const selectControllerByImei = (
  db: Kysely<Tables>,
  imei: string,
): Promise<Pick<ControllerRow, 'id' | 'imsi' | 'owner_id'> | undefined> =>
  db.selectFrom('controller').select(['id', 'imsi', 'owner_id']).where('imei', '=', imei).executeTakeFirst()

/** It belongs to nobody and has never sent. */
const isSpare = ({ and, eb, not, exists, selectFrom }: ExpressionBuilder<Tables, 'controller'>) =>
  and([
    eb('owner_id', 'is', null),
    eb('last_seen_at', 'is', null),
    not(exists(selectFrom('scale').select('scale.id').whereRef('scale.controller_id', '=', 'controller.id'))),
  ])

export const selectSpare = (db: Kysely<Tables>, imei: string): Promise<ControllerRow | undefined> =>
  db.selectFrom('controller').selectAll().where('imei', '=', imei).where(isSpare).executeTakeFirst()

/** Takes the numbers and the key from a spare; false if it is none any more. */
export async function parkSpare(
  db: Kysely<Tables>,
  { id, imei }: Pick<ControllerRow, 'id' | 'imei'>,
): Promise<boolean> {
  const parked = `spare-${id}`
  const { numUpdatedRows } = await db
    .updateTable('controller')
    .set({ imei: parked, imsi: parked, device_key_hash: null })
    .where('id', '=', id)
    .where('imei', '=', imei)
    .where(isSpare)
    .executeTakeFirst()
  return Number(numUpdatedRows) === 1
}

/** Whether a transmitter other than `exceptId` has one of these SIM cards. */
export const selectTakenImsis = async (
  db: Kysely<Tables>,
  imsis: readonly string[],
  exceptId = 0,
): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('controller')
    .select('imsi')
    .where('imsi', 'in', imsis)
    .where('id', '!=', exceptId)
    .execute()
  return new Set(rows.map(({ imsi }) => imsi))
}

export const updateController = (
  db: Kysely<Tables>,
  id: number,
  changes: Updateable<ControllerTable>,
): Promise<NamedRow | undefined> =>
  db
    .updateTable('controller')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .returning(affiliationName)
    .executeTakeFirst()

/** Whether a transmitter without an owner can only be claimed with its code. */
export async function selectClaimDemand(db: Kysely<Tables>, pair: { imei: string; imsi: string }): Promise<boolean> {
  const free = await db
    .selectFrom('controller')
    .select('claim_code_demanded')
    .where('imei', '=', pair.imei)
    .where('imsi', '=', pair.imsi)
    .where('owner_id', 'is', null)
    .executeTakeFirst()
  return free?.claim_code_demanded === 1
}

/**
 * Gives a transmitter without an owner to the claimant; undefined if there is none, or somebody else was faster. A term that an administrator
 * set beforehand takes the place of the trial. Only the first claim begins a term and a count of notifications.
 */
export const claimFreeController = (
  db: Kysely<Tables>,
  pair: { imei: string; imsi: string },
  claim: Updateable<ControllerTable> & { owner_id: number },
  trial: { activatedAt: number; subscriptionEndsAt: number },
): Promise<NamedRow | undefined> =>
  db
    .updateTable('controller')
    .set(claim)
    .set((eb) => ({
      subscription_ends_at: eb
        .case()
        .when('activated_at', 'is', null)
        .then(eb.fn.coalesce('subscription_ends_at', eb.val(trial.subscriptionEndsAt)))
        .else(eb.ref('subscription_ends_at'))
        .end(),
      activated_at: eb.fn.coalesce('activated_at', eb.val(trial.activatedAt)),
      remaining_notifications: eb
        .case()
        .when('activated_at', 'is', null)
        .then(eb.ref('limit_reset'))
        .else(eb.ref('remaining_notifications'))
        .end(),
    }))
    .where('imei', '=', pair.imei)
    .where('imsi', '=', pair.imsi)
    .where('owner_id', 'is', null)
    .returningAll()
    .returning(affiliationName)
    .executeTakeFirst()

export async function regionsExist(db: Kysely<Tables>, ids: readonly number[]): Promise<boolean> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return true
  const rows = await db.selectFrom('region').select('id').where('id', 'in', wanted).execute()
  return rows.length === wanted.length
}
