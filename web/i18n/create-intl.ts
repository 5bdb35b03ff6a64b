import { formatToParts, type PrimitiveType } from 'intl-messageformat'
import { createElement, Fragment, type ReactNode } from 'react'
import type { MessageId } from '../../locales/message-id.ts'
import { ageFormat, dateFormat, displayNames, listFormat, numberFormat, pluralRules } from './formatters.ts'
import type { Texts } from './text-parts.ts'

type Time = Date | number | string
type Descriptor = { id: MessageId }
type Values = Record<string, PrimitiveType>
/** Values that may contain elements, and functions that render the text inside a tag. */
export type RichValues = Record<string, ReactNode | PrimitiveType | ((words: ReactNode) => ReactNode)>

/** Formats everything in one language, as written in one country. What cannot be formatted is reported and shown unchanged; for a text that is missing, another one says that the app is outdated. */
export type IntlShape = {
  locale: string
  messages: Texts
  formatMessage(this: void, descriptor: Descriptor, values?: Values): string
  formatMessage(this: void, descriptor: Descriptor, values: RichValues): ReactNode
  formatNumber(this: void, value: number | bigint, options?: Intl.NumberFormatOptions): string
  formatDate(this: void, time: Time | undefined, options?: Intl.DateTimeFormatOptions): string
  /** The time of day, unless `options` ask for more. */
  formatTime(this: void, time: Time | undefined, options?: Intl.DateTimeFormatOptions): string
  formatDateTimeRange(this: void, from: Time, to: Time, options?: Intl.DateTimeFormatOptions): string
  formatRelativeTime(
    this: void,
    value: number,
    unit: Intl.RelativeTimeFormatUnit,
    options?: Intl.RelativeTimeFormatOptions,
  ): string
  formatList(this: void, values: Iterable<string>, options?: Intl.ListFormatOptions): string
  formatDisplayName(this: void, code: string, options: Intl.DisplayNamesOptions): string | undefined
}

/** How a text refers to a number or date format by name: `{share, number, percent}`. */
export const namedFormats = {
  number: { percent: { style: 'percent' } },
  date: { medium: { day: 'numeric', month: 'short', year: 'numeric' } },
  time: {},
} as const

const asDate = (time: Time | undefined) => (typeof time === 'string' ? new Date(time || 0) : time)

/** Passed as separate children, so that none needs a key. */
const sideBySide = (words: readonly ReactNode[]): ReactNode =>
  words.length < 2 ? (words[0] ?? '') : createElement(Fragment, null, ...words)

const withElements = (values: RichValues) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'function' ? (words: ReactNode[]) => value(sideBySide(words)) : value,
    ]),
  )

function orElse<Said>(fallback: Said, say: () => Said): Said {
  try {
    return say()
  } catch (error) {
    console.error(error)
    return fallback
  }
}

export function createIntl(settings: {
  locale: string
  messages?: Texts | undefined
  timeZone?: string | undefined
}): IntlShape {
  const { locale, messages = {}, timeZone } = settings
  const dates = (options?: Intl.DateTimeFormatOptions) => dateFormat(locale, { timeZone, ...options })
  const formatters = {
    getNumberFormat: (_: unknown, options?: Intl.NumberFormatOptions) => numberFormat(locale, options),
    getDateTimeFormat: (_: unknown, options?: Intl.DateTimeFormatOptions) => dates(options),
    getPluralRules: (_: unknown, options?: Intl.PluralRulesOptions) => pluralRules(locale, options),
  }

  function say(id: MessageId, values: RichValues): ReactNode {
    const message = messages[id]
    if (!message) throw new Error(`no text ${id} in ${locale}`)
    const parts = formatToParts<ReactNode>(message, locale, formatters, namedFormats, withElements(values) as never)
    return sideBySide(parts.map(({ value }) => value))
  }

  /** A code from a newer server has no text here. */
  const insteadOf = (id: MessageId): ReactNode =>
    messages[id] || !messages['app.unknown'] ? id : say('app.unknown', {})

  const formatDate: IntlShape['formatDate'] = (time, options) =>
    orElse(String(time), () => dates(options).format(asDate(time)))

  return {
    locale,
    messages,
    formatMessage: (({ id }, values = {}) =>
      orElse<ReactNode>(insteadOf(id), () => say(id, values))) as IntlShape['formatMessage'],
    formatNumber: (value, options) => orElse(String(value), () => numberFormat(locale, options).format(value)),
    formatDate,
    formatTime: (time, options = { hour: 'numeric', minute: 'numeric' }) => formatDate(time, options),
    formatDateTimeRange: (from, to, options) =>
      orElse(String(from), () => dates(options).formatRange(asDate(from)!, asDate(to)!)),
    formatRelativeTime: (value, unit, options) =>
      orElse(String(value), () => ageFormat(locale, options).format(value, unit)),
    formatList: (values, options) => listFormat(locale, options).format(values),
    formatDisplayName: (code, options) =>
      orElse<string | undefined>(undefined, () => displayNames(locale, options).of(code)),
  }
}
