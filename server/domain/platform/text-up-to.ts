import * as v from 'valibot'

/** Control characters except line breaks and tabs: nobody types them, and databases, mails and text messages each treat them differently. */
const unprintable = /[^\P{Cc}\n\t]/gu

/** Text of nothing but spaces and invisible characters, such as zero-width spaces: people see nothing. */
const unseen = /^[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u
const seen = v.transform((text: string) => (unseen.test(text) ? '' : text))

/** Text that somebody typed, on one or more lines, trimmed, with at most `maximum` characters. */
export const textUpTo = (maximum: number) =>
  v.pipe(
    v.string(),
    v.transform((typed) => typed.replace(/\r\n|[\u2028\u2029]/g, '\n').replace(unprintable, '')),
    v.trim(),
    seen,
    v.maxLength(maximum),
  )

/** The same on a single line: line breaks become spaces. */
export const lineUpTo = (maximum: number) =>
  v.pipe(
    v.string(),
    v.transform((typed) => typed.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')),
    v.trim(),
    seen,
    v.maxLength(maximum),
  )

/** A name: a single line with something visible in it. */
export const nameUpTo = (maximum: number) => v.pipe(lineUpTo(maximum), v.nonEmpty())
