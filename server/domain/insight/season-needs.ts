import { groupBy } from '../platform/group-by.ts'
import type { SeasonAdvice } from './season-advice.ts'
import { needsSomebody, urgencyOrder } from './season-urgency.ts'

/** One sentence for several hives: `lead` is the most urgent advice, with the total of all hives where that makes sense. */
export type SeasonNeed = { lead: SeasonAdvice; scaleIds: number[] }

/** Sorts the most urgent first; if equally urgent, the sooner one, then by scale id. */
export const byUrgency = (a: SeasonAdvice, b: SeasonAdvice): number =>
  urgencyOrder[a.urgency] - urgencyOrder[b.urgency] || daysOf(a) - daysOf(b) || a.scaleId - b.scaleId

function daysOf(advice: SeasonAdvice): number {
  switch (advice.kind) {
    case 'supers':
      return advice.withinDays
    case 'feed':
    case 'stores':
      return advice.shortest
    default:
      return Number.MAX_SAFE_INTEGER
  }
}

/** Returns what is to be done at one place: one sentence for each kind of work, most urgent first; empty if there is nothing to do. */
export function needsOf(advices: readonly SeasonAdvice[]): SeasonNeed[] {
  const kinds = groupBy(advices.filter(needsSomebody).sort(byUrgency), ({ kind }) => kind)
  return [...kinds.values()].map((ofKind) => ({
    lead: sumUp(ofKind),
    scaleIds: ofKind.map(({ scaleId }) => scaleId),
  }))
}

/** Returns the most urgent of several advices of one kind; for a harvest and for winter feed with the kilograms of all. */
export function sumUp(advices: readonly SeasonAdvice[]): SeasonAdvice {
  const lead = advices.toSorted(byUrgency)[0]!
  if (lead.kind === 'harvest') return { ...lead, kg: sum(advices.map((one) => (one.kind === 'harvest' ? one.kg : 0))) }
  if (lead.kind === 'winterFeed')
    return { ...lead, missingKg: sum(advices.map((one) => (one.kind === 'winterFeed' ? one.missingKg : 0))) }
  return lead
}

const sum = (kgs: readonly number[]): number => Math.round(kgs.reduce((all, one) => all + one, 0) * 1000) / 1000
