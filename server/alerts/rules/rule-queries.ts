import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import { partsOf } from '../../platform/db/parts-of.ts'
import type { Tables } from '../../store/tables.ts'
import type { RuleTable } from './rule-table.ts'

const AT_ONCE = 500

export type RuleRow = Selectable<RuleTable>

export const selectRules = (db: Kysely<Tables>, accountId: number): Promise<RuleRow[]> =>
  db.selectFrom('rule').selectAll().where('account_id', '=', accountId).orderBy('created_at').orderBy('id').execute()

/** Returns a rule, whoever it belongs to. */
export const selectRule = (db: Kysely<Tables>, id: string): Promise<RuleRow | undefined> =>
  db.selectFrom('rule').selectAll().where('id', '=', id).executeTakeFirst()

export async function countRules(db: Kysely<Tables>, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('rule')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns undefined if the id is taken. */
export const insertRule = (db: Kysely<Tables>, row: Insertable<RuleTable>): Promise<RuleRow | undefined> =>
  db
    .insertInto('rule')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()

export async function updateRule(db: Kysely<Tables>, id: string, changes: Updateable<RuleTable>): Promise<void> {
  await db.updateTable('rule').set(changes).where('id', '=', id).execute()
}

export async function deleteRule(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('rule').where('id', '=', id).execute()
}

export async function replaceScales(db: Kysely<Tables>, ruleId: string, scaleIds: readonly number[]): Promise<void> {
  await db.deleteFrom('rule_scale').where('rule_id', '=', ruleId).execute()
  if (scaleIds.length === 0) return
  await db
    .insertInto('rule_scale')
    .values(scaleIds.map((scale_id) => ({ rule_id: ruleId, scale_id })))
    .execute()
}

export async function replaceChannels(db: Kysely<Tables>, ruleId: string, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('rule_notification').where('rule_id', '=', ruleId).execute()
  if (ids.length === 0) return
  await db
    .insertInto('rule_notification')
    .values(ids.map((notification_id) => ({ rule_id: ruleId, notification_id })))
    .execute()
}

/** Returns the hives named by the rules of an account, as far as it still owns or watches them. */
export const selectNamedScales = (db: Kysely<Tables>, accountId: number) =>
  db
    .selectFrom('rule_scale')
    .innerJoin('rule', 'rule.id', 'rule_scale.rule_id')
    .innerJoin('scale', 'scale.id', 'rule_scale.scale_id')
    .innerJoin('controller', 'controller.id', 'scale.controller_id')
    .leftJoin('watch', (join) =>
      join.onRef('watch.controller_id', '=', 'controller.id').onRef('watch.account_id', '=', 'rule.account_id'),
    )
    .select(['rule_scale.rule_id', 'rule_scale.scale_id'])
    .where('rule.account_id', '=', accountId)
    .where((where) =>
      where.or([
        where('controller.owner_id', '=', where.ref('rule.account_id')),
        where('watch.account_id', 'is not', null),
      ]),
    )
    .orderBy('rule_scale.scale_id')
    .execute()

export const selectNamedChannels = (db: Kysely<Tables>, accountId: number) =>
  db
    .selectFrom('rule_notification')
    .innerJoin('rule', 'rule.id', 'rule_notification.rule_id')
    .select(['rule_notification.rule_id', 'rule_notification.notification_id'])
    .where('rule.account_id', '=', accountId)
    .orderBy('rule_notification.notification_id')
    .execute()

export async function countChannelsOf(db: Kysely<Tables>, accountId: number, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  const { count } = await db
    .selectFrom('notification')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns when each rule of an account last rang, in epoch seconds. */
export async function selectLastRang(db: Kysely<Tables>, accountId: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('alarm')
    .select((eb) => ['rule_id', eb.fn.max('detected_at').as('at')])
    .where('account_id', '=', accountId)
    .where('type', '=', 'rule')
    .where('status', '<>', 'withdrawn')
    .groupBy('rule_id')
    .execute()
  return new Map(rows.map(({ rule_id, at }) => [rule_id, Number(at)]))
}

/** A rule that is on, with one of its hives. */
export type RuledRow = Awaited<ReturnType<typeof selectRuled>>[number]

/** Returns the rules that are on, once for each of their hives in use that the account owns or watches; at some transmitters or at all. */
export async function selectRuled(db: Kysely<Tables>, controllerIds?: readonly number[]) {
  if (!controllerIds) return selectRuledPart(db)
  const rows: Awaited<ReturnType<typeof selectRuledPart>> = []
  for (const part of partsOf(controllerIds, AT_ONCE)) rows.push(...(await selectRuledPart(db, part)))
  return rows
}

function selectRuledPart(db: Kysely<Tables>, controllerIds?: readonly number[]) {
  const ofOwner = db
    .selectFrom('rule')
    .innerJoin('controller', 'controller.owner_id', 'rule.account_id')
    .innerJoin('scale', 'scale.controller_id', 'controller.id')
    .leftJoin('rule_scale', (join) =>
      join.onRef('rule_scale.rule_id', '=', 'rule.id').onRef('rule_scale.scale_id', '=', 'scale.id'),
    )
    .where((where) => where.or([where('rule.every_own', '=', 1), where('rule_scale.rule_id', 'is not', null)]))
  const ofWatcher = db
    .selectFrom('rule')
    .innerJoin('rule_scale', 'rule_scale.rule_id', 'rule.id')
    .innerJoin('scale', 'scale.id', 'rule_scale.scale_id')
    .innerJoin('controller', 'controller.id', 'scale.controller_id')
    .innerJoin('watch', (join) =>
      join.onRef('watch.controller_id', '=', 'controller.id').onRef('watch.account_id', '=', 'rule.account_id'),
    )
    .where((where) =>
      where.or([
        where('controller.owner_id', 'is', null),
        where('controller.owner_id', '<>', where.ref('rule.account_id')),
      ]),
    )
  const whole = <Query extends typeof ofOwner | typeof ofWatcher>(query: Query) => {
    const hives = (query as typeof ofOwner)
      .innerJoin('account', 'account.id', 'rule.account_id')
      .leftJoin('scale_last', 'scale_last.scale_id', 'scale.id')
      .select(['rule.id', 'rule.account_id', 'rule.name', 'rule.terms', 'rule.since'])
      .select(['scale.id as scale_id', 'controller.id as controller_id', 'controller.update_interval_hours'])
      .select(['controller.subscription_ends_at', 'scale_last.time as last_at'])
      .where('rule.is_on', '=', 1)
      .where('account.active', '=', 1)
      .where('scale.state', '=', 'active')
    return controllerIds ? hives.where('controller.id', 'in', controllerIds) : hives
  }
  return whole(ofOwner).unionAll(whole(ofWatcher)).execute()
}
