import { HOURS } from './hour-grid.ts'

export type Cell = { day: number; hour: number }

/** Space for the month and hour labels next to the cells, in CSS pixels; grows with the user's font size. */
export type LabelRoom = { left: number; top: number }

/** That space in `rem`, as the style reserves it. */
const room = { left: 2.75, top: 1.5 }

/** `letters`: the root font size in CSS pixels. */
export const labelRoom = (letters: number): LabelRoom => ({ left: room.left * letters, top: room.top * letters })

/** Returns where a label of something that is `position` CSS pixels from the first cell is put. On paper, letters are smaller than when it was drawn. */
export const besideCells = (edge: keyof LabelRoom, position: number): string => `calc(${room[edge]}rem + ${position}px)`

/** Below this width, days run downwards: 366 of them would be less than a pixel wide. */
const UPRIGHT_BELOW = 640
const HOUR_PIXELS = 12
const DAY_PIXELS = 3

/** `across`: days run from left to right; otherwise downwards. Sizes are those of the cells without labels, in CSS pixels. */
export type CalendarLayout = { across: boolean; width: number; height: number; days: number }

export function calendarLayout(outerWidth: number, days: number, room: LabelRoom): CalendarLayout {
  const across = outerWidth >= UPRIGHT_BELOW
  const width = Math.max(HOURS, Math.floor(outerWidth) - room.left)
  return { across, width, height: across ? HOURS * HOUR_PIXELS : days * DAY_PIXELS, days }
}

/** Returns the cell under a point of the cell area, or the nearest one if the point is outside. */
export function cellAt({ across, width, height, days }: CalendarLayout, x: number, y: number): Cell {
  const place = (position: number, length: number, count: number) =>
    Math.min(count - 1, Math.max(0, Math.floor((position / length) * count)))
  return across
    ? { day: place(x, width, days), hour: place(y, height, HOURS) }
    : { day: place(y, height, days), hour: place(x, width, HOURS) }
}

/** Returns a cell's box in CSS pixels of the cell area. */
export function boxOfCell({ across, width, height, days }: CalendarLayout, { day, hour }: Cell) {
  const [columns, rows] = across ? [days, HOURS] : [HOURS, days]
  const [column, row] = across ? [day, hour] : [hour, day]
  return { left: (column / columns) * width, top: (row / rows) * height, width: width / columns, height: height / rows }
}

/** The space a month or hour label needs next to another, relative to the root font size: its width `across`, its height `down`. */
const NAME = { across: 2.5, down: 1.1 }

/** Returns the days labeled with their month: each first of a month, and the very first day unless the next label would cover it. */
export function namedDays(
  days: readonly string[],
  { across, width, height }: CalendarLayout,
  letters: number,
): number[] {
  const firsts = days.flatMap((date, day) => (date.endsWith('-01') ? [day] : []))
  const least = ((across ? NAME.across : NAME.down) * letters * days.length) / (across ? width : height)
  return days.length === 0 || (firsts[0] ?? Number.POSITIVE_INFINITY) < Math.max(1, least) ? firsts : [0, ...firsts]
}

/** Returns the labeled hours: every sixth if their labels fit next to each other, otherwise every twelfth. */
export function namedHours({ across, width }: CalendarLayout, letters: number): number[] {
  return across || width / 4 >= NAME.across * letters ? [0, 6, 12, 18] : [0, 12]
}

const MONTH_DAYS = 30

/** Returns the cell that a key moves to; undefined for a key that does not move the cursor. */
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
