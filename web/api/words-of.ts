/**
 * All words of a type of the domain, checked to be complete. For addresses, which are read with the first visit: what belongs to
 * a screen that is opened later, such as its schemas, stays out of it.
 */
export const wordsOf = <Word extends string>(words: Record<Word, true>): Word[] => Object.keys(words) as Word[]
