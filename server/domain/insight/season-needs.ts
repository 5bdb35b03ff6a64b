import { groupBy } from '../platform/group-by.ts'
import type { SeasonAdvice } from './season-advice.ts'
import { needsSomebody, urgencyOrder } from './season-urgency.ts'

/** One sentence for several hives: `lead` is the most urgent of them, with the figures of all where they sum up. */
export type SeasonNeed = { lead: SeasonAdvice; scaleIds: number[] }

/** What is most urgent first; of equal urgency what is to be done sooner, then by the number of the scale. */
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

/** What is to be done at one place: a sentence for each kind of work, the most urgent first; nothing where nothing is. */
export function needsOf(advices: readonly SeasonAdvice[]): SeasonNeed[] {
  const kinds = groupBy(advices.filter(needsSomebody).sort(byUrgency), ({ kind }) => kind)
  return [...kinds.values()].map((ofKind) => ({
    lead: sumUp(ofKind),
    scaleIds: ofKind.map(({ scaleId }) => scaleId),
  }))
}

/** The most urgent of several of one kind; of a harvest and of winter feed with the kilograms of all. */
export function sumUp(advices: readonly SeasonAdvice[]): SeasonAdvice {
  const lead = advices.toSorted(byUrgency)[0]!
  if (lead.kind === 'harvest') return { ...lead, kg: sum(advices.map((one) => (one.kind === 'harvest' ? one.kg : 0))) }
  if (lead.kind === 'winterFeed')
    return { ...lead, missingKg: sum(advices.map((one) => (one.kind === 'winterFeed' ? one.missingKg : 0))) }
  return lead
}

const sum = (kgs: readonly number[]): number => Math.round(kgs.reduce((all, one) => all + one, 0) * 1000) / 1000
