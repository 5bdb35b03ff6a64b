import type { SeasonAdvice } from './season-advice.ts'
import { SUPER_GRAMS, WINTER_STORES_GRAMS } from './season-rules.ts'

const word = {
  supers: 'season.supers',
  suppliedFor: 'season.suppliedFor',
  feed: 'season.feed',
  winterFeed: 'season.winterFeed',
  winterFeedOfAll: 'season.winterFeedOfAll',
  harvest: 'season.harvest',
  stores: 'season.stores',
  lasting: 'season.lasting',
  change: 'season.change',
  old: 'season.old',
  never: 'season.never',
  few: 'season.few',
  unknown: 'app.unknown',
} as const

/** The text id of an advice, with the values for that text and for the one that explains how it is computed (`season.how.<kind>`). */
export type SeasonWords = { id: (typeof word)[keyof typeof word]; values: Record<string, string | number> }

/** Puts an advice into words; `day` formats a local day (yyyy-mm-dd), `hives` is the number of hives the sentence is about. */
export function seasonWords(advice: SeasonAdvice, day: (date: string) => string, hives = 1): SeasonWords {
  switch (advice.kind) {
    case 'supers': {
      const { urgency, from, kg, perDayKg, roomSince, filledKg, withinDays } = advice
      const values = {
        from: day(from),
        kg,
        perDay: perDayKg,
        since: day(roomSince),
        filled: filledKg,
        days: withinDays,
      }
      return {
        id: urgency === 'later' ? word.suppliedFor : word.supers,
        values: { ...values, room: SUPER_GRAMS / 1000 },
      }
    }
    case 'feed':
    case 'stores': {
      const { storesKg, perDayKg, shortest, longest, until } = advice
      const values = {
        stores: storesKg,
        grams: Math.round(perDayKg * 1000),
        shortest,
        longest: longest ?? '',
        until: day(until),
      }
      return { id: word[advice.kind], values: { ...values, known: String(longest !== null) } }
    }
    case 'winterFeed': {
      const { storesKg, missingKg, by } = advice
      const values = { stores: storesKg, missing: missingKg, by: day(by), need: WINTER_STORES_GRAMS / 1000 }
      return { id: hives > 1 ? word.winterFeedOfAll : word.winterFeed, values }
    }
    case 'harvest': {
      const { from, to, kg, until } = advice
      return { id: word.harvest, values: { from: day(from), to: day(to), kg, until: day(until) } }
    }
    case 'lasting':
      return { id: word.lasting, values: { stores: advice.storesKg, known: String(advice.rateKnown) } }
    case 'change':
      return { id: word.change, values: { kg: advice.kg, days: advice.days } }
    case 'few':
      return { id: word.few, values: { days: advice.days, needed: advice.needed } }
    case 'old':
      return advice.asOf === null
        ? { id: word.never, values: {} }
        : { id: word.old, values: { asOf: day(advice.asOf) } }
    // an advice of a newer server
    default:
      return { id: word.unknown, values: {} }
  }
}
