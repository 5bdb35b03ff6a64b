import { isStale } from './stale.ts'

/** The times of a newest reading (ISO 8601). Answers stored before the server told the time of each quantity have only `time`. */
type Times = { time: string } & Partial<Record<`${'weight' | 'temperature' | 'humidity'}Time`, string | null>>
type Quantity = 'weight' | 'temperature' | 'humidity'

/** When a quantity was last measured; if that is not known, when the newest reading was taken. */
export const measuredAt = (last: Times, quantity: Quantity): string => last[`${quantity}Time`] ?? last.time

/**
 * When a quantity was last measured, if it is overdue compared with the newest reading. Otherwise the time of that says enough.
 */
export function overdueSince(
  last: Times | null | undefined,
  quantity: Quantity,
  updateIntervalHours: number,
): string | undefined {
  if (!last) return undefined
  const time = measuredAt(last, quantity)
  return isStale(time, updateIntervalHours, Date.parse(last.time)) ? time : undefined
}
