/**
 * Returns a stored time (epoch ms, which PostgreSQL gives as text) in ISO 8601. A damaged one becomes the start of 1970, which nobody takes for true:
 * one row must not hide the others of its list.
 */
export function isoTime(stored: number | string): string {
  const time = new Date(Number(stored))
  return Number.isNaN(time.getTime()) ? new Date(0).toISOString() : time.toISOString()
}

/** The same for a time that may be missing. */
export const isoTimeOrNull = (stored: number | string | null): string | null =>
  stored === null ? null : isoTime(stored)
