import * as v from 'valibot'
import { momentMs } from './moment.ts'

/** Year first, day first, month first, a number of seconds, or of smaller units, since 1970, or the day numbers of spreadsheets. */
export const DateOrder = v.picklist(['ymd', 'dmy', 'mdy', 'epoch', 'serial'])
export type DateOrder = v.InferOutput<typeof DateOrder>
export const DecimalMark = v.picklist(['.', ','])
export type DecimalMark = v.InferOutput<typeof DecimalMark>

/** The last two are how Home Assistant writes it. */
const nothing = new Set(['', '-', '–', '--', 'na', 'n/a', 'nan', 'null', 'none', '#n/a', 'unavailable', 'unknown'])
const spaces = /[\s\u00a0\u202f'’]/g
/** Accepts thousands separators only if a second mark removes the ambiguity: `43,215` could mean either. */
const plainNumber = {
  '.': /^[+-]?(\d+|[1-9]\d{0,2}(,\d{3})+(?=\.)|[1-9]\d{0,2}(,\d{3}){2,})?(\.\d+)?(e[+-]?\d+)?$/i,
  ',': /^[+-]?(\d+|[1-9]\d{0,2}(\.\d{3})+(?=,)|[1-9]\d{0,2}(\.\d{3}){2,})?(,\d+)?(e[+-]?\d+)?$/i,
}

/** Parses a number as people write it, with thousands separators; null for a cell without a value, undefined if it is not a number. */
export function parseDecimal(text: string, mark: DecimalMark): number | null | undefined {
  // spreadsheets and printed tables also write the minus of typography
  const trimmed = text.trim().replace('−', '-')
  if (nothing.has(trimmed.toLowerCase())) return null
  const closed = trimmed.replace(spaces, '')
  if (!plainNumber[mark].test(closed) || !/\d/.test(closed)) return undefined
  const thousands = mark === '.' ? /,/g : /\./g
  const number = Number(closed.replace(thousands, '').replace(',', '.'))
  return Number.isFinite(number) ? number : undefined
}

/** Separates a unit written behind a number, as in `43.2 kg`; `unit` is empty if there is none. */
export function splitUnit(text: string): { number: string; unit: string } {
  const [, number = text, unit = ''] = /^(.*\d)\s*(kg|g|lbs?|°?[CF]|%)$/i.exec(text.trim()) ?? []
  return { number, unit }
}

/** A moment: epoch seconds if the text names its zone, otherwise the local clock time as if it were UTC. */
export type WrittenTime = { epoch: number } | { local: number }

const clock =
  /^(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?(?:\s*([ap])\.?\s?m\.?)?(?:\s*Uhr)?\s*(Z|[+-]\d{2}(?::?\d{2})?|UTC|GMT)?$/i
const dates = {
  ymd: /^(?<y>\d{4})[-/.](?<m>\d{1,2})[-/.](?<d>\d{1,2})(?:[T_,\s]\s*(?:à\s+|um\s+)?(?<clock>\S.*))?$/i,
  dmy: /^(?<d>\d{1,2})[-/.](?<m>\d{1,2})[-/.](?<y>\d{4}|\d{2})(?:[T_,\s]\s*(?:à\s+|um\s+)?(?<clock>\S.*))?$/i,
  mdy: /^(?<m>\d{1,2})[-/.](?<d>\d{1,2})[-/.](?<y>\d{4}|\d{2})(?:[T_,\s]\s*(?:à\s+|um\s+)?(?<clock>\S.*))?$/i,
} as const
/** The months in English, German, French, and Spanish, in full and short. */
const months = [
  /^(jan(uary|uar|vier|v)?|jän(ner)?|ene(ro)?)$/i,
  /^(feb(ruary|ruar|rero)?|f[ée]v(rier|r)?)$/i,
  /^(mar(ch|s|zo)?|märz?|maerz|mrz)$/i,
  /^(apr(il)?|avr(il)?|abr(il)?)$/i,
  /^(mai|mayo?)$/i,
  /^(june?|juni?o?|juin)$/i,
  /^(july?|julio?|juil(let)?)$/i,
  /^(aug(ust)?|ao[uû]t|ago(sto)?)$/i,
  /^(sept?(ember|embre|iembre)?|set(iembre)?)$/i,
  /^(o[ck]t(ober|obre|ubre)?)$/i,
  /^(nov(ember|embre|iembre)?)$/i,
  /^(d[eé][cz](ember|embre)?|dic(iembre)?)$/i,
]
/** Dates with the month as a word, whose order is never in doubt. A weekday may stand before them. */
const weekday =
  '(?:(?:mon|tue|wed|thu|fri|sat|sun|die|mit|don|fre|sam|son|lun|mar|mer|mi[ée]|jeu|jue|ven|vie|s[áa]b|dim|dom)\\p{L}*|mo|di|mi|do|fr|sa|so)[.,]*\\s+'
const wordDates = [
  '(?<d>\\d{1,2})(?:\\.|er|st|nd|rd|th)?[-/\\s]*(?:de\\s+)?(?<m>\\p{L}{3,})\\.?[-/,\\s]*(?:de\\s+)?(?<y>\\d{4}|\\d{2})',
  '(?<m>\\p{L}{3,})\\.?\\s*(?<d>\\d{1,2})(?:st|nd|rd|th)?[,\\s]\\s*(?<y>\\d{4})',
  '(?<y>\\d{4})[-/\\s](?<m>\\p{L}{3,})\\.?[-/\\s](?<d>\\d{1,2})',
].map((date) => new RegExp(`^(?:${weekday})?${date}(?:[T_,\\s]\\s*(?:(?:à|um|at)\\s+)?(?<clock>\\S.*))?$`, 'iu'))
const LONGEST_DATE = 80
/** Day 1 is 1 January 1900, and a day that does not exist, 29 February 1900, is counted. */
const SERIAL_DAY_OF_1970 = 25_569

/** Parses a date with or without a time of day (default midnight); undefined if the text is not a date in this order. */
export function parseWrittenTime(text: string, order: DateOrder): WrittenTime | undefined {
  const trimmed = text.trim()
  if (order === 'epoch') return parseEpoch(trimmed)
  if (order === 'serial') return parseSerial(trimmed)
  // a text with its zone (ISO 8601) is unambiguous in any order
  const moment = momentMs(trimmed)
  if (moment !== undefined) return { epoch: Math.floor(moment / 1000) }
  const parts = dates[order].exec(trimmed)?.groups ?? wordsOf(trimmed)
  if (!parts) return undefined
  const [year, month, day] = [fullYear(parts.y!), Number(parts.m), Number(parts.d)]
  const midnight = Date.UTC(year, month - 1, day) / 1000
  const made = new Date(midnight * 1000)
  if (made.getUTCFullYear() !== year || made.getUTCMonth() !== month - 1 || made.getUTCDate() !== day) return undefined
  return onDay(midnight, parts.clock)
}

function onDay(midnight: number, clock: string | undefined): WrittenTime | undefined {
  if (!clock) return { local: midnight }
  const time = parseClock(clock)
  if (!time) return undefined
  const local = midnight + time.seconds
  return time.offset === undefined ? { local } : { epoch: local - time.offset }
}

/** The parts of a date with its month as a word, this one as a number. */
function wordsOf(text: string): Record<string, string> | undefined {
  if (text.length > LONGEST_DATE || !/\p{L}{3}/u.test(text)) return undefined
  for (const pattern of wordDates) {
    const parts = pattern.exec(text.normalize('NFC'))?.groups
    const month = months.findIndex((names) => parts && names.test(parts.m!))
    if (parts && month >= 0) return { ...parts, m: String(month + 1) }
  }
  return undefined
}

/** A day number of a spreadsheet from 1982 to 2064; its decimals are the time of day, which may also stand behind it. */
function parseSerial(text: string): WrittenTime | undefined {
  const [, day, decimals, clock] = /^([3-5]\d{4})(?:[.,](\d+)|[T_\s]\s*(\S.*))?$/.exec(text) ?? []
  if (!day) return undefined
  const midnight = (Number(day) - SERIAL_DAY_OF_1970) * 86_400
  return decimals ? { local: midnight + Math.round(Number(`0.${decimals}`) * 86_400) } : onDay(midnight, clock)
}

/** Parses a time of day into seconds after midnight, and the named zone's offset from UTC in seconds (ahead is positive). */
export function parseClock(text: string): { seconds: number; offset: number | undefined } | undefined {
  const parts = clock.exec(text.trim())
  if (!parts) return undefined
  const [, hourText, minuteText, secondText = '0', half, zone] = parts
  let hour = Number(hourText)
  if (half) {
    if (hour < 1 || hour > 12) return undefined
    hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  }
  const [minute, second] = [Number(minuteText), Number(secondText)]
  const isMidnightAtEnd = hour === 24 && minute === 0 && second === 0
  if ((hour > 23 && !isMidnightAtEnd) || minute > 59 || second > 59) return undefined
  return { seconds: hour * 3600 + minute * 60 + second, offset: zone === undefined ? undefined : offsetOfName(zone) }
}

function offsetOfName(zone: string): number {
  const parts = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone)
  if (!parts) return 0
  return (parts[1] === '-' ? -1 : 1) * (Number(parts[2]) * 3600 + Number(parts[3] ?? 0) * 60)
}

/** Seconds with or without decimals, or whole milliseconds, microseconds, or nanoseconds. */
function parseEpoch(text: string): WrittenTime | undefined {
  const [whole = ''] = /^(\d{9,10}(?=\.\d+$)|\d+$)/.exec(text) ?? []
  const finer = [0, 3, 6, 9].find((digits) => whole.length === digits + 9 || whole.length === digits + 10)
  return finer === undefined ? undefined : { epoch: Number(whole.slice(0, whole.length - finer)) }
}

const fullYear = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text))
