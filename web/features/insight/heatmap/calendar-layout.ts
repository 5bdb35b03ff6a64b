import { HOURS } from './hour-grid.ts'

export type Cell = { day: number; hour: number }

/** Room for the names of months and hours beside the cells, in CSS pixels, as large as the person has letters. */
export type LabelRoom = { left: number; top: number }

/** `letters`: the size of the root's font, in CSS pixels; the style keeps the same room in `rem`. */
export const labelRoom = (letters: number): LabelRoom => ({ left: 2.75 * letters, top: 1.5 * letters })

/** Narrower than this, days run downwards: 366 of them would be less than a pixel wide. */
const UPRIGHT_BELOW = 640
const HOUR_PIXELS = 12
const DAY_PIXELS = 3

/** `across`: days run from left to right; else downwards. Sizes in CSS pixels, of the cells without the labels. */
export type CalendarLayout = { across: boolean; width: number; height: number; days: number }

export function calendarLayout(outerWidth: number, days: number, room: LabelRoom): CalendarLayout {
  const across = outerWidth >= UPRIGHT_BELOW
  const width = Math.max(HOURS, Math.floor(outerWidth) - room.left)
  return { across, width, height: across ? HOURS * HOUR_PIXELS : days * DAY_PIXELS, days }
}

/** The cell under a point of the cells' area, the nearest one where it lies beside. */
export function cellAt({ across, width, height, days }: CalendarLayout, x: number, y: number): Cell {
  const place = (position: number, length: number, count: number) =>
    Math.min(count - 1, Math.max(0, Math.floor((position / length) * count)))
  return across
    ? { day: place(x, width, days), hour: place(y, height, HOURS) }
    : { day: place(y, height, days), hour: place(x, width, HOURS) }
}

/** Where a cell stands, in CSS pixels of the cells' area. */
export function boxOfCell({ across, width, height, days }: CalendarLayout, { day, hour }: Cell) {
  const [columns, rows] = across ? [days, HOURS] : [HOURS, days]
  const [column, row] = across ? [day, hour] : [hour, day]
  return { left: (column / columns) * width, top: (row / rows) * height, width: width / columns, height: height / rows }
}

/** What the name of a month or an hour takes beside the next, in parts of the size of the root's font: `across` its width, else its height. */
const NAME = { across: 2.5, down: 1.1 }

/** The days at which a month is named: each first, and the first of all unless the next name would cover it. */
export function namedDays(
  days: readonly string[],
  { across, width, height }: CalendarLayout,
  letters: number,
): number[] {
  const firsts = days.flatMap((date, day) => (date.endsWith('-01') ? [day] : []))
  const least = ((across ? NAME.across : NAME.down) * letters * days.length) / (across ? width : height)
  return days.length === 0 || (firsts[0] ?? Number.POSITIVE_INFINITY) < Math.max(1, least) ? firsts : [0, ...firsts]
}

/** The hours that are named: every sixth where their names have room beside each other. */
export function namedHours({ across, width }: CalendarLayout, letters: number): number[] {
  return across || width / 4 >= NAME.across * letters ? [0, 6, 12, 18] : [0, 12]
}

const MONTH_DAYS = 30

/** Where a key leads from a cell; undefined for a key that moves nothing. */
export function moveCell(key: string, { day, hour }: Cell, { across, days }: Pick<CalendarLayout, 'across' | 'days'>) {
  const [alongDays, alongHours] = across ? ['Left Right', 'Up Down'] : ['Up Down', 'Left Right']
  const step = (names: string) => {
    const [back, on] = names.split(' ')
    return key === `Arrow${back}` ? -1 : key === `Arrow${on}` ? 1 : 0
  }
  const pages = key === 'PageUp' ? -MONTH_DAYS : key === 'PageDown' ? MONTH_DAYS : 0
  const moved = key === 'Home' ? -day : key === 'End' ? days - 1 - day : step(alongDays!) + pages
  const turned = step(alongHours!)
  if (moved === 0 && turned === 0 && !/^(Home|End)$/.test(key)) return undefined
  const clamp = (value: number, count: number) => Math.min(count - 1, Math.max(0, value))
  return { day: clamp(day + moved, days), hour: clamp(hour + turned, HOURS) }
}
