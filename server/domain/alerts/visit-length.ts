import { HOUR_MS, MINUTE_MS } from '../platform/durations.ts'

// apart from the schemas: Today needs these

/** After so long without a movement of a weight a visit is over. */
export const QUIET_MS = 30 * MINUTE_MS
/** No visit that nobody ends goes on for longer. */
export const LONGEST_VISIT_MS = 8 * HOUR_MS
