/** The farthest times that a date can tell. */
const FARTHEST_SECONDS = 8.64e12

/** Returns a stored time as epoch seconds, which PostgreSQL gives as text; null if there is none, or if its row is damaged. */
export function storedSeconds(stored: unknown): number | null {
  const seconds = stored === null ? Number.NaN : Number(stored)
  return Math.abs(seconds) <= FARTHEST_SECONDS ? seconds : null
}
