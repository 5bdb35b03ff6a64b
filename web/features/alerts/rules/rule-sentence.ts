import type { RuleCondition, RuleTerms } from '#domain/alerts/rule.ts'
import { ruleQuantityForms } from '#domain/alerts/rule-quantity.ts'
import { spanOf } from '#domain/alerts/span-of.ts'
import type { IntlShape } from '../../../i18n/create-intl.ts'

/** Beyond this many names, the sentence gives a count instead. */
const NAMES_MAXIMUM = 5

/** The hives a rule applies to, as its sentence names them. */
export type SentenceHives = { everyOwn: boolean; names: readonly string[] }

/** Returns a rule as one sentence in the reader's language, with the time zone of its hours if it differs from the reader's. */
export function ruleSentence(
  intl: IntlShape,
  terms: RuleTerms,
  hives: SentenceHives,
  here: string = terms.timeZone,
): string {
  const { conditions, forMinutes, hours, months, timeZone } = terms
  const elsewhere = timeZone === here ? '' : ` (${timeZone})`
  const say = intl.formatMessage
  return say(
    { id: 'rule-screen.sentence' },
    {
      hives: hiveWords(intl, hives),
      conditions: intl.formatList(conditions.map((condition) => conditionWords(intl, condition))),
      lasts: forMinutes > 0 ? say({ id: 'rule-screen.sentence.lasts' }, { span: spanWords(intl, forMinutes) }) : '',
      hours: hours
        ? say(
            { id: 'rule-screen.sentence.hours' },
            { from: timeWords(intl, hours.from), to: `${timeWords(intl, hours.to)}${elsewhere}` },
          )
        : '',
      months: months ? say({ id: 'rule-screen.sentence.months' }, { months: monthWords(intl, months) }) : '',
    },
  )
}

function hiveWords(intl: IntlShape, { everyOwn, names }: SentenceHives): string {
  const say = intl.formatMessage
  const own = everyOwn ? [say({ id: 'rule-screen.sentence.own' })] : []
  const named =
    names.length > NAMES_MAXIMUM ? [say({ id: 'rule-screen.sentence.many' }, { count: names.length })] : names
  const all = [...own, ...named]
  return all.length === 0 ? say({ id: 'rule-screen.sentence.none' }) : intl.formatList(all)
}

function conditionWords(intl: IntlShape, condition: RuleCondition): string {
  const say = intl.formatMessage
  if ('hours' in condition) {
    return say({ id: 'rule-screen.condition.silence' }, { span: spanWords(intl, condition.hours * 60, 'within') })
  }
  const { quantity, is, value } = condition
  const { unit } = ruleQuantityForms[quantity]
  return say(
    { id: `rule-screen.condition.${is}` },
    {
      subject: say({ id: `rule-screen.subject.${quantity}` }),
      value: say({ id: 'rule-screen.value' }, { value, unit }),
      span: 'withinMinutes' in condition ? spanWords(intl, condition.withinMinutes, 'within') : '',
    },
  )
}

const spanWords = (intl: IntlShape, minutes: number, of: 'lasting' | 'within' = 'lasting'): string =>
  intl.formatMessage({ id: `rule-screen.span.${of}` }, spanOf(minutes))

function timeWords(intl: IntlShape, time: string): string {
  const [hour, minute] = time.split(':').map(Number)
  return intl.formatTime(new Date(2000, 0, 1, hour, minute), {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: undefined,
  })
}

export const monthName = (intl: IntlShape, month: number, width: 'long' | 'short' = 'long'): string =>
  intl.formatDate(new Date(Date.UTC(2000, month - 1, 15)), { month: width, timeZone: 'UTC' })

/** Names a run of three or more months by its ends, also across the new year. */
function monthWords(intl: IntlShape, months: readonly number[]): string {
  const isIn = (month: number) => months.includes(((month + 11) % 12) + 1)
  const firsts = months.filter((month) => !isIn(month - 1))
  const [first] = firsts
  if (months.length > 2 && months.length < 12 && firsts.length === 1 && first !== undefined) {
    const last = ((first + months.length - 2) % 12) + 1
    return `${monthName(intl, first)}–${monthName(intl, last)}`
  }
  return intl.formatList(months.map((month) => monthName(intl, month)))
}
