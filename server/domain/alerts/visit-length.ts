import { HOUR_MS, MINUTE_MS } from '../platform/durations.ts'

// kept apart from the schemas, because the Today page needs these

/** A visit is over after this long without a change of weight. */
export const QUIET_MS = 30 * MINUTE_MS
/** The longest a visit can last if nobody ends it. */
export const LONGEST_VISIT_MS = 8 * HOUR_MS
