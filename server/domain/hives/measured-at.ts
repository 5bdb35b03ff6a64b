import { HOUR_MS } from '../platform/durations.ts'

/** The times of a newest reading (ISO 8601). Answers stored before the server told the time of each quantity have only `time`. */
type Times = { time: string } & Partial<Record<`${'weight' | 'temperature' | 'humidity'}Time`, string | null>>
type Quantity = 'weight' | 'temperature' | 'humidity'

/** When a quantity was last measured; if that is not known, when the newest reading was taken. */
export const measuredAt = (last: Times, quantity: Quantity): string => last[`${quantity}Time`] ?? last.time

/**
 * When a quantity was last measured, if it is overdue: two update intervals and an hour older than the newest reading. Otherwise the time of the
 * newest reading says enough.
 */
export function overdueSince(
  last: Times | null | undefined,
  quantity: Quantity,
  updateIntervalHours: number,
): string | undefined {
  if (!last) return undefined
  const time = measuredAt(last, quantity)
  return Date.parse(last.time) - Date.parse(time) > (2 * updateIntervalHours + 1) * HOUR_MS ? time : undefined
}
