import type { Kysely } from 'kysely'
import type { Rule } from '#domain/alerts/rule.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Tables } from '../../store/tables.ts'
import { selectLastRang, selectNamedChannels, selectNamedScales, selectRules } from './rule-queries.ts'
import { toRule } from './to-rule.ts'

/** Returns the rules of an account, oldest first. */
export async function readRules(db: Kysely<Tables>, accountId: number): Promise<Rule[]> {
  const [rows, scales, channels, rang] = await Promise.all([
    selectRules(db, accountId),
    selectNamedScales(db, accountId),
    selectNamedChannels(db, accountId),
    selectLastRang(db, accountId),
  ])
  return rows.map((row) =>
    toRule(row, {
      scaleIds: scales.filter(({ rule_id }) => rule_id === row.id).map(({ scale_id }) => scale_id),
      channelIds: channels.filter(({ rule_id }) => rule_id === row.id).map((choice) => choice.notification_id),
      lastRang: rang.get(row.id),
    }),
  )
}

/** Returns one rule of an account. Throws 404 `rule_not_found`. */
export async function readRule(db: Kysely<Tables>, accountId: number, id: string): Promise<Rule> {
  const rule = (await readRules(db, accountId)).find((one) => one.id === id.toLowerCase())
  if (!rule) throw new AppError(404, 'rule_not_found')
  return rule
}
