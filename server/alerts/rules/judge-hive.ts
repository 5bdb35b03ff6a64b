import type { Kysely } from 'kysely'
import type { AlarmReason } from '#domain/alerts/alarm.ts'
import { SCALE_CHANGED } from '#domain/alerts/changed-scale.ts'
import type { RuleTerms } from '#domain/alerts/rule.ts'
import { ruleQuantityForms } from '#domain/alerts/rule-quantity.ts'
import type { RuleEpisode } from '#domain/alerts/run-rule.ts'
import { spanOf } from '#domain/alerts/span-of.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'
import type { Deps } from '../../deps.ts'
import type { Tables } from '../../store/tables.ts'
import { isScaleChanged } from '../alarms/is-scale-changed.ts'
import { planDeliveries } from '../notifications/planning/plan-deliveries.ts'
import { compareEpisodes, type EpisodeChanges } from './compare-episodes.ts'
import { insertRuleAlarm, type RuleAlarmRow, selectRuleAlarms, takeBack, updateEnd } from './episode-queries.ts'

/** How far back late readings are still compared with what was found before. */
const LOOK_BACK_SECONDS = 2 * DAY_SECONDS

/** A rule at a hive; `since`: when its terms last changed or it was switched on or off, in epoch seconds. */
export type HiveRule = { id: string; accountId: number; name: string; since: number; terms: RuleTerms }

/** A hive with the rules about it. `silentUntil` in epoch seconds: up to this time, a lack of readings is known to be silence. */
export type RuledHive = {
  scaleId: number
  controllerId: number
  gapSeconds: number
  silentUntil: number
  rules: HiveRule[]
}

/**
 * Updates the stored alarms of the rules at a hive to match its readings, and writes the resulting deliveries, in one transaction. The
 * result is the same in whatever order the readings came and however often they are judged. Returns whether anything changed.
 */
export async function judgeHive(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  hive: RuledHive,
): Promise<boolean> {
  const nowMs = clock.now()
  const now = Math.floor(nowMs / 1000)
  const judgesFrom = now - LOOK_BACK_SECONDS
  const { scaleId, controllerId, gapSeconds, silentUntil, rules } = hive
  const stored = Map.groupBy(
    await selectRuleAlarms(database.db, scaleId, judgesFrom - HOUR_SECONDS),
    ({ rule_id }) => rule_id,
  )
  const openSince = (open: RuleAlarmRow | undefined) => (open && open.started_at < judgesFrom ? open.started_at : null)
  const openOf = ({ id }: HiveRule) => stored.get(id)?.find(({ status }) => status === 'open')
  const { episodes } = await database.read('ruleEpisodes', {
    ...{ scaleId, controllerId, gapSeconds, from: judgesFrom, until: now },
    rules: rules.map((rule) => {
      const open = openOf(rule)
      // silence known before this server was down continues
      const until = open ? now : silentUntil
      return { terms: rule.terms, openSince: openSince(open), silentUntil: until, since: rule.since }
    }),
  })
  const changed = rules.flatMap((rule, at) => {
    const moment = { since: rule.since, judgesFrom, now }
    const changes = compareEpisodes(stored.get(rule.id) ?? [], episodes[at]!, moment)
    return isNothing(changes) ? [] : [{ rule, changes }]
  })
  if (changed.length === 0) return false
  await database.db.transaction().execute(async (db) => {
    for (const { rule, changes } of changed) await writeChanges(db, hive, rule, changes, nowMs)
  })
  return true
}

async function writeChanges(
  db: Kysely<Tables>,
  hive: RuledHive,
  rule: HiveRule,
  { moved, vanished, added }: EpisodeChanges,
  nowMs: number,
): Promise<void> {
  for (const { id, endedAt, previousStatus } of moved) {
    await updateEnd(db, id, endedAt)
    await planDeliveries(db, [{ id, previousStatus }], nowMs)
  }
  for (const one of vanished) {
    const { id, status: previousStatus } = one
    if (await takeBack(db, one)) await planDeliveries(db, [{ id, previousStatus }], nowMs)
  }
  for (const episode of added) {
    const isOfChange = isOfWeightChange(rule) && (await isAfterChange(db, hive, episode))
    const id = await insertRuleAlarm(db, {
      ...{ ruleId: rule.id, accountId: rule.accountId, controllerId: hive.controllerId, scaleId: hive.scaleId },
      startedAt: episode.startedAt,
      detectedAt: episode.detectedAt,
      weightChangeGrams: weightChangeOf(rule.terms, episode),
      why: JSON.stringify([...reasonsOf(rule, episode), ...(isOfChange ? [{ code: SCALE_CHANGED }] : [])]),
    })
    if (id === undefined) continue
    // ended episodes are told all the same, except silence, where only an ongoing one matters
    const isNoNews = episode.endedAt !== null && isOfSilence(rule)
    if (!isNoNews) await planDeliveries(db, [{ id, previousStatus: null }], nowMs)
    if (episode.endedAt !== null) await updateEnd(db, id, episode.endedAt)
  }
}

const isOfSilence = ({ terms }: HiveRule) => terms.conditions.some(({ quantity }) => quantity === 'silence')

const isOfWeightChange = ({ terms }: HiveRule) =>
  terms.conditions.some((one) => one.quantity === 'weight' && 'withinMinutes' in one)

/** Whether it began with the first reading after the scale was calibrated or moved to another channel, at most an interval before. */
const isAfterChange = (db: Kysely<Tables>, { scaleId, gapSeconds }: RuledHive, { startedAt }: RuleEpisode) =>
  isScaleChanged(db, scaleId, { from: startedAt - Math.floor(gapSeconds / 2), to: startedAt + 1 })

const isNothing = ({ added, moved, vanished }: EpisodeChanges) => added.length + moved.length + vanished.length === 0

function weightChangeOf({ conditions }: RuleTerms, { values }: RuleEpisode): number | null {
  const at = conditions.findIndex((one) => one.quantity === 'weight' && 'withinMinutes' in one)
  return at < 0 ? null : (values[at] ?? null)
}

/** The reasons of an alarm: the name of the rule, and what each of its conditions showed; once if two are about the same value. */
function reasonsOf({ name, terms }: HiveRule, { values }: RuleEpisode): AlarmReason[] {
  const shown = terms.conditions.flatMap((condition, at): AlarmReason[] => {
    const value = values[at]
    if (value === null || value === undefined) return []
    if (condition.quantity === 'silence') return [{ code: 'ruleSilence', values: { hours: value } }]
    const { quantity } = condition
    const { perUnit, unit } = ruleQuantityForms[quantity]
    const measured = value / perUnit
    return 'withinMinutes' in condition
      ? [{ code: 'ruleChange', values: { quantity, change: measured, unit, ...spanOf(condition.withinMinutes) } }]
      : [{ code: 'ruleValue', values: { quantity, value: measured, unit } }]
  })
  return [{ code: 'rule', values: { name } }, ...new Map(shown.map((one) => [JSON.stringify(one), one])).values()]
}
