const two = (number: number): string => String(number).padStart(2, '0')

/** Formats a time for a `datetime-local` input, in the zone of this device. */
export function toLocalInput(date: Date): string {
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** Formats the day for a `date` input, in the zone of this device. */
export const toDayInput = (date: Date): string => toLocalInput(date).slice(0, 10)

/** The last second of the day in a `date` input, in the zone of this device; undefined if its year has too many digits, as some browsers allow. */
export const endOfDayInput = (day: string): Date | undefined => fromLocalInput(`${day}T23:59:59`)

/** The time in a `datetime-local` input; undefined while it is incomplete. */
export function fromLocalInput(text: string): Date | undefined {
  const date = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) ? new Date(text) : undefined
  return date && !Number.isNaN(date.getTime()) ? date : undefined
}
