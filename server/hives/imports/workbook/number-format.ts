import { DAY_SECONDS } from '#domain/platform/durations.ts'

/** What the number of a cell stands for, by its format. */
export type NumberKind = 'number' | 'percent' | 'day' | 'moment' | 'clock'

/** Day 0 of spreadsheets for Windows, as epoch days; those for the first Macs count from four years later. */
const FIRST_DAY = -25_569
const FIRST_DAY_1904 = -24_107

/** Formats that have a number only. Source: ECMA-376, part 1, 18.8.30. */
const builtIn = (id: number): NumberKind => {
  if (id === 9 || id === 10) return 'percent'
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return 'clock'
  if (id === 22) return 'moment'
  return (id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? 'day' : 'number'
}

/** `code`: the format as it was written, if it is not one of those that have a number only. */
export function numberKindOf(id: number, code: string | undefined): NumberKind {
  if (code === undefined) return builtIn(id)
  const [bare = ''] = code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[([^[\]]*)\]/g, (written, inside) => (/^(h+|m+|s+)$/i.test(inside) ? written : ''))
    .split(';')
  const hasClock = /[hs]/i.test(bare)
  if (/[dy]/i.test(bare)) return hasClock ? 'moment' : 'day'
  if (hasClock) return 'clock'
  if (/m/i.test(bare)) return 'day'
  return bare.includes('%') ? 'percent' : 'number'
}

/** Writes the number of a cell as a text table has it; `is1904`: how the workbook counts days. */
export function writeNumber(value: number, kind: NumberKind, is1904: boolean): string {
  if (kind === 'percent') return `${plain(value * 100)}%`
  if (kind === 'number') return plain(value)
  const seconds = Math.round(value * DAY_SECONDS)
  const isOfDay = kind === 'clock' && seconds >= 0 && seconds < DAY_SECONDS
  const time = new Date((seconds + (isOfDay ? 0 : (is1904 ? FIRST_DAY_1904 : FIRST_DAY) * DAY_SECONDS)) * 1000)
  if (Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9999) return plain(value)
  const [day, clock] = time.toISOString().slice(0, 19).split('T')
  if (isOfDay) return clock!
  // the time of day may have a column of its own
  return kind === 'day' && Number.isInteger(value) ? day! : `${day} ${clock}`
}

/** With the 15 digits that spreadsheets count with: 43.2 is stored as 43.199999999999996. */
const plain = (value: number): string => String(Number(value.toPrecision(15)))
