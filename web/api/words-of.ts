/**
 * All values of a domain type, checked for completeness. For reading addresses on the first visit, so that code for screens opened later, such as their
 * schemas, is not loaded with it.
 */
export const wordsOf = <Word extends string>(words: Record<Word, true>): Word[] => Object.keys(words) as Word[]
