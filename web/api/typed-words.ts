import * as v from 'valibot'

/** Words that somebody typed, in the address: the router reads those that are digits alone as a number. */
export const TypedWords = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((typed) => String(typed)),
)
