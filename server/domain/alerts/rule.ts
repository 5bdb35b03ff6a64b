import * as v from 'valibot'
import { Moment } from '../platform/moment.ts'
import { nameUpTo } from '../platform/text-up-to.ts'
import { LocalTime, TimeZone } from './quiet-hours.ts'
import { ruleQuantities, ruleQuantityForms } from './rule-quantity.ts'

/** The most rules of an account. */
export const RULES_MAXIMUM = 20
export const RULE_CONDITIONS_MAXIMUM = 4
const RULE_HIVES_MAXIMUM = 200
export const RULE_NAME_MAXIMUM = 60
/** The longest span of a change, and the longest time that conditions may have to last. */
export const RULE_MINUTES_MAXIMUM = 7 * 24 * 60
/** The longest period in the past on which a rule can be tried: a leap year. */
export const RULE_TRIAL_MAXIMUM_DAYS = 366
/** The most times listed in one answer of a trial. */
export const RULE_TRIAL_TIMES_MAXIMUM = 100

const Quantity = v.picklist(ruleQuantities)
const minutes = (least: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(RULE_MINUTES_MAXIMUM))

const Level = v.pipe(
  v.strictObject({ quantity: Quantity, is: v.picklist(['above', 'below']), value: v.pipe(v.number(), v.finite()) }),
  v.check(({ quantity, value }) => {
    const { minimum, maximum } = ruleQuantityForms[quantity]
    return value >= minimum && value <= maximum
  }, 'a value that this quantity can have'),
)
const Change = v.pipe(
  v.strictObject({
    quantity: Quantity,
    is: v.picklist(['rises', 'falls', 'risesLess']),
    value: v.pipe(v.number(), v.finite()),
    withinMinutes: minutes(5),
  }),
  v.check(({ quantity, value }) => {
    const { minimum, maximum, perUnit } = ruleQuantityForms[quantity]
    return value >= 1 / perUnit && value <= maximum - Math.min(minimum, 0)
  }, 'a change that this quantity can make'),
)
const Silence = v.strictObject({
  quantity: v.literal('silence'),
  is: v.literal('lasts'),
  hours: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(RULE_MINUTES_MAXIMUM / 60)),
})

/**
 * One condition of a rule. A level is above or below a value; a change rises or falls by more than a value within a span, or rises by less
 * than it from the start to the end of the span; a silence lasts for some hours. Values in kg, °C, %, V, mm/h, m/s and hPa.
 */
export const RuleCondition = v.union([Level, Change, Silence])
export type RuleCondition = v.InferOutput<typeof RuleCondition>

/** Between two local times of day, the second exclusive; past midnight if `from` is later. */
export const RuleHours = v.pipe(
  v.strictObject({ from: LocalTime, to: LocalTime }),
  v.check(({ from, to }) => from !== to, 'from and to differ'),
)
export type RuleHours = v.InferOutput<typeof RuleHours>

/** When a rule rings: all conditions hold at once for this long, within these hours and months (1 to 12) of the zone; null: always. */
export const RuleTerms = v.strictObject({
  conditions: v.pipe(v.array(RuleCondition), v.minLength(1), v.maxLength(RULE_CONDITIONS_MAXIMUM)),
  forMinutes: minutes(0),
  hours: v.nullable(RuleHours),
  months: v.nullable(
    v.pipe(
      v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12))),
      v.minLength(1),
      v.maxLength(12),
      v.transform((list) => [...new Set(list)].sort((a, b) => a - b)),
    ),
  ),
  timeZone: TimeZone,
})
export type RuleTerms = v.InferOutput<typeof RuleTerms>

const ids = (maximum: number) =>
  v.pipe(
    v.array(v.pipe(v.number(), v.integer(), v.minValue(1))),
    v.maxLength(maximum),
    v.transform((list) => [...new Set(list)]),
  )

/** The hives a rule applies to: all own ones, including future ones, or those listed, which may be watched ones. */
const hives = { everyOwn: v.boolean(), scaleIds: ids(RULE_HIVES_MAXIMUM) }
const name = nameUpTo(RULE_NAME_MAXIMUM)
const channels = { channelIds: v.nullable(ids(100)), isOn: v.boolean() }

/** A new rule. `id`: made by the client, so that it is never created twice. `channelIds` null: every channel that accepts rules. */
export const RuleBody = v.object({
  id: v.optional(v.pipe(v.string(), v.uuid())),
  name,
  terms: RuleTerms,
  ...hives,
  ...channels,
})
export type RuleBody = v.InferOutput<typeof RuleBody>

export const RuleEdit = v.partial(v.object({ name, terms: RuleTerms, ...hives, ...channels }))
export type RuleEdit = v.InferOutput<typeof RuleEdit>

/**
 * A rule as its owner sees it. `terms` null: the stored ones can no longer be read. `scaleIds`: those still visible to the owner. `seldomIds`, only in
 * the list: the hives at which it cannot ring, since their values are further apart than the time in which it looks for a change.
 */
export const Rule = v.object({
  id: v.string(),
  name: v.string(),
  terms: v.nullable(RuleTerms),
  everyOwn: v.boolean(),
  scaleIds: v.array(v.number()),
  channelIds: v.nullable(v.array(v.number())),
  isOn: v.boolean(),
  lastRang: v.nullable(v.string()),
  seldomIds: v.optional(v.array(v.number())),
})
export type Rule = v.InferOutput<typeof Rule>

export const RuleReply = v.object({ message: v.string(), ...Rule.entries })
export const RuleRemovedReply = v.object({ message: v.string(), id: v.string() })

/** The terms to try on past data. `after`: the hive that the previous answer ended with. */
export const RuleTrialBody = v.object({
  terms: RuleTerms,
  ...hives,
  from: v.optional(Moment),
  after: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
})
export type RuleTrialBody = v.InferOutput<typeof RuleTrialBody>

/** `detected`: when it would have rung; `ended` null: it still applies. */
export const RuleTrialTime = v.object({
  scaleId: v.number(),
  started: v.string(),
  detected: v.string(),
  ended: v.nullable(v.string()),
})
export type RuleTrialTime = v.InferOutput<typeof RuleTrialTime>

/**
 * When a rule would have rung. With many hives, one answer covers only some of them: `next` is the `after` for the next request, null at
 * the end. `times`: at most 100, latest first, out of `count`.
 */
export const RuleTrial = v.object({
  from: v.string(),
  to: v.string(),
  hives: v.number(),
  tried: v.number(),
  readings: v.number(),
  count: v.number(),
  times: v.array(RuleTrialTime),
  next: v.nullable(v.number()),
})
export type RuleTrial = v.InferOutput<typeof RuleTrial>
