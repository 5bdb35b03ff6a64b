import type { SeasonAdvice, SeasonUrgency } from './season-advice.ts'

export const urgencyOrder: Record<SeasonUrgency, number> = { now: 0, soon: 1, later: 2, unknown: 3 }

/** Whether there is something to do, not only something to know. */
export const needsSomebody = ({ urgency }: Pick<SeasonAdvice, 'urgency'>): boolean =>
  urgency === 'now' || urgency === 'soon'
