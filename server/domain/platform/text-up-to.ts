import * as v from 'valibot'

/** What somebody typed, without the space around it, of so many characters at most. */
export const textUpTo = (maximum: number) => v.pipe(v.string(), v.trim(), v.maxLength(maximum))
