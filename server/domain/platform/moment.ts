import * as v from 'valibot'

const moment =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)$/i
const withoutZone = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?$/i
const LAST_DAY_OF_ALL_MONTHS = 28
const [ZERO, PLUS, MINUS] = [48, 43, 45]

/** Whether a yyyy-mm-dd date exists: 30 February does not, although `Date.parse` turns it into 2 March. */
function isInCalendar(date: string): boolean {
  const day = (date.charCodeAt(8) - ZERO) * 10 + date.charCodeAt(9) - ZERO
  if (day <= LAST_DAY_OF_ALL_MONTHS) return true
  return day <= new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).getUTCDate()
}

/**
 * Returns the epoch ms of an ISO 8601 time that names its zone: `Z`, `+01:00`, `+0100` or `+01`; seconds are optional. Returns undefined
 * for any other text: without a zone it could mean any hour of the day, and a date that does not exist any day.
 */
export function momentMs(text: string): number | undefined {
  // every reading has a time, so this avoids all needless parsing
  if (!moment.test(text) || !isInCalendar(text)) return undefined
  const third = text.charCodeAt(text.length - 3)
  const whole = third === PLUS || third === MINUS ? `${text}:00` : text
  const milliseconds = Date.parse(whole[10] === ' ' ? whole.replace(' ', 'T') : whole)
  return Number.isNaN(milliseconds) ? undefined : milliseconds
}

/** Whether a text would be a time if it named its zone. */
export const lacksZone = (text: string): boolean => withoutZone.test(text)

const MOMENT = 'a time with its zone, as 2026-05-10T10:00:00Z'
const DAY = 'a day of the calendar, as 2026-05-10'

/** Reports only the first fault of a text that is not a time. */
const oneFault = { abortPipeEarly: true }

/** A time in a request, by the rules of `momentMs`; the output is what `toISOString` writes. */
export const Moment = v.config(
  v.pipe(
    v.string(),
    v.isoTimestamp(MOMENT),
    v.check((text) => momentMs(text) !== undefined, MOMENT),
    v.transform((text) => new Date(momentMs(text)!).toISOString()),
  ),
  oneFault,
)

/** A calendar day in a request. */
export const Day = v.config(v.pipe(v.string(), v.isoDate(DAY), v.check(isInCalendar, DAY)), oneFault)

export const DayOrMoment = v.union([Moment, Day])
