import {
  RULE_CONDITIONS_MAXIMUM,
  RULE_MINUTES_MAXIMUM,
  type Rule,
  type RuleBody,
  type RuleCondition,
  type RuleTerms,
} from '#domain/alerts/rule.ts'
import { isOfWeather, type RuleQuantity, ruleQuantityForms } from '#domain/alerts/rule-quantity.ts'
import { type SpanUnit, spanOf } from '#domain/alerts/span-of.ts'

export const comparisons = ['above', 'below', 'rises', 'falls', 'risesLess'] as const
export type Comparison = (typeof comparisons)[number]
/** Empty: no further condition. */
export type ConditionKind = RuleQuantity | 'silence' | ''

/** A condition as entered in the form; numbers are text. For silence only the span counts. */
export type ConditionDraft = {
  quantity: ConditionKind
  is: Comparison
  value: string
  span: string
  spanUnit: SpanUnit
}

/** A rule as entered in the form. If `lasts` is empty, it rings at once. */
export type RuleDraft = {
  name: string
  conditions: ConditionDraft[]
  lasts: string
  lastsUnit: SpanUnit
  isTimed: boolean
  from: string
  to: string
  /** The hours of an existing rule, and their time zone. */
  saved: Pick<RuleTerms, 'hours' | 'timeZone'> | undefined
  isSeasonal: boolean
  months: number[]
  everyOwn: boolean
  scaleIds: number[]
  everyChannel: boolean
  channelIds: number[]
}

/** A fault in the form: the field's name, with the number of the condition it belongs to. */
export type RuleFault =
  | 'name'
  | `value${number}`
  | `span${number}`
  | 'lasts'
  | 'hours'
  | 'months'
  | 'hives'
  | 'channels'

const LEAST_SPAN_MINUTES = 5
/** Weather is hourly: within less, it neither rises nor falls. */
const LEAST_WEATHER_SPAN_MINUTES = 60
const unitMinutes: Record<SpanUnit, number> = { minute: 1, hour: 60, day: 1440 }

export const noCondition: ConditionDraft = { quantity: '', is: 'falls', value: '', span: '1', spanUnit: 'day' }

export const emptyDraft: RuleDraft = {
  name: '',
  conditions: [{ ...noCondition, quantity: 'weight' }],
  lasts: '',
  lastsUnit: 'hour',
  isTimed: false,
  from: '08:00',
  to: '18:00',
  saved: undefined,
  isSeasonal: false,
  months: [],
  everyOwn: true,
  scaleIds: [],
  everyChannel: true,
  channelIds: [],
}

export const hasSpan = ({ quantity, is }: Pick<ConditionDraft, 'quantity' | 'is'>): boolean =>
  quantity === 'silence' || is === 'rises' || is === 'falls' || is === 'risesLess'

type SpanUnits = readonly [SpanUnit, ...SpanUnit[]]
export const spanUnits: SpanUnits = ['minute', 'hour', 'day']

/** Silence is measured in whole hours. */
export const spanUnitsOf = (quantity: ConditionKind): SpanUnits =>
  quantity === 'silence' ? ['hour', 'day'] : spanUnits

/** Returns a condition after a change in the form, with a unit that suits its quantity. */
export function changeCondition(before: ConditionDraft, changes: Partial<ConditionDraft>): ConditionDraft {
  const after = { ...before, ...changes }
  const units = spanUnitsOf(after.quantity)
  return units.includes(after.spanUnit) ? after : { ...after, spanUnit: units[0] }
}

/** Returns the form's conditions up to the first empty one, which is offered for the next choice. */
export function chosenConditions(conditions: readonly ConditionDraft[]): ConditionDraft[] {
  const end = conditions.findIndex(({ quantity }) => quantity === '')
  return conditions.slice(0, end < 0 ? RULE_CONDITIONS_MAXIMUM : end)
}

function toConditionDraft(condition: RuleCondition): ConditionDraft {
  if ('hours' in condition) {
    const { span, spanUnit } = spanOf(condition.hours * 60)
    return { ...noCondition, quantity: 'silence', span: String(span), spanUnit }
  }
  const { quantity, is, value } = condition
  const span = spanOf('withinMinutes' in condition ? condition.withinMinutes : 1440)
  return { quantity, is, value: String(value), span: String(span.span), spanUnit: span.spanUnit }
}

/** Returns the initial form of a rule; only its name, hives and channels if its terms cannot be read. */
export function toDraft({
  name,
  terms,
  everyOwn,
  scaleIds,
  channelIds,
}: Omit<Rule, 'id' | 'isOn' | 'lastRang'>): RuleDraft {
  const chosen = { name, everyOwn, scaleIds, everyChannel: channelIds === null, channelIds: channelIds ?? [] }
  if (!terms) return { ...emptyDraft, ...chosen }
  const lasts = spanOf(terms.forMinutes)
  return {
    ...emptyDraft,
    ...chosen,
    conditions: terms.conditions.map(toConditionDraft),
    lasts: terms.forMinutes === 0 ? '' : String(lasts.span),
    lastsUnit: terms.forMinutes === 0 ? 'hour' : lasts.spanUnit,
    isTimed: terms.hours !== null,
    ...terms.hours,
    saved: { hours: terms.hours, timeZone: terms.timeZone },
    isSeasonal: terms.months !== null,
    months: terms.months ?? [],
  }
}

/** Minimum and maximum of a condition's value, in the unit of its quantity. */
export function limitsOf({ quantity, is }: Pick<ConditionDraft, 'quantity' | 'is'>): {
  minimum: number
  maximum: number
} {
  if (quantity === 'silence' || quantity === '') return { minimum: 0, maximum: 0 }
  const { minimum, maximum, perUnit } = ruleQuantityForms[quantity]
  if (is === 'above' || is === 'below') return { minimum, maximum }
  return { minimum: 1 / perUnit, maximum: maximum - Math.min(minimum, 0) }
}

const minutesOf = (span: string, unit: SpanUnit): number =>
  span.trim() === '' ? Number.NaN : Math.round(Number(span) * unitMinutes[unit])

function checkCondition(draft: ConditionDraft, at: number): RuleCondition | RuleFault[] {
  const { quantity, is, spanUnit } = draft
  const minutes = minutesOf(draft.span, spanUnit)
  if (quantity === 'silence') {
    const hours = minutes / 60
    const isRight = Number.isInteger(hours) && hours >= 1 && minutes <= RULE_MINUTES_MAXIMUM
    return isRight ? { quantity, is: 'lasts', hours } : [`span${at}`]
  }
  if (quantity === '') return []
  const { minimum, maximum } = limitsOf(draft)
  const value = draft.value.trim() === '' ? Number.NaN : Number(draft.value)
  const faults: RuleFault[] = []
  if (!(value >= minimum && value <= maximum)) faults.push(`value${at}`)
  const least = isOfWeather(quantity) && is !== 'risesLess' ? LEAST_WEATHER_SPAN_MINUTES : LEAST_SPAN_MINUTES
  if (hasSpan(draft) && !(minutes >= least && minutes <= RULE_MINUTES_MAXIMUM)) faults.push(`span${at}`)
  if (faults.length > 0) return faults
  return is === 'above' || is === 'below' ? { quantity, is, value } : { quantity, is, value, withinMinutes: minutes }
}

/** Returns the time zone of the form's hours: the saved one until the hours are changed, then `here`, where the change is made. */
export function zoneOf({ saved, isTimed, from, to }: RuleDraft, here: string): string {
  const isChanged = isTimed && !(saved?.hours?.from === from && saved.hours.to === to)
  return saved && !isChanged ? saved.timeZone : here
}

type Checked = { faults: RuleFault[]; terms: RuleTerms }

/** Returns when the rule of a form rings, as far as the form is valid, and its faults. `here`: this device's time zone. */
export function checkTerms(draft: RuleDraft, here: string): Checked {
  const faults: RuleFault[] = []
  const conditions: RuleCondition[] = []
  for (const [at, condition] of chosenConditions(draft.conditions).entries()) {
    const checked = checkCondition(condition, at)
    if (Array.isArray(checked)) faults.push(...checked)
    else conditions.push(checked)
  }
  const forMinutes = draft.lasts.trim() === '' ? 0 : minutesOf(draft.lasts, draft.lastsUnit)
  if (!(forMinutes >= 0 && forMinutes <= RULE_MINUTES_MAXIMUM)) faults.push('lasts')
  const { isTimed, from, to, isSeasonal, months } = draft
  if (isTimed && (!from || !to || from === to)) faults.push('hours')
  if (isSeasonal && months.length === 0) faults.push('months')
  return {
    faults,
    terms: {
      conditions,
      forMinutes,
      hours: isTimed ? { from, to } : null,
      months: isSeasonal ? [...months].sort((a, b) => a - b) : null,
      timeZone: zoneOf(draft, here),
    },
  }
}

type Filled = Omit<RuleBody, 'id' | 'isOn'>

/** Returns the rule described by the form, and what is wrong with the form. */
export function checkRule(draft: RuleDraft, here: string): { faults: RuleFault[]; rule: Filled } {
  const { faults, terms } = checkTerms(draft, here)
  const { everyOwn, scaleIds, everyChannel, channelIds } = draft
  const name = draft.name.trim()
  if (name === '') faults.unshift('name')
  if (!everyOwn && scaleIds.length === 0) faults.push('hives')
  if (!everyChannel && channelIds.length === 0) faults.push('channels')
  return { faults, rule: { name, terms, everyOwn, scaleIds, channelIds: everyChannel ? null : channelIds } }
}
