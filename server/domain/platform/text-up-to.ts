import * as v from 'valibot'

/** Control characters but line breaks and tabs: nobody types them, and databases, mails and short messages each make something else of them. */
const unprintable = /[^\P{Cc}\n\t]/gu

/** What somebody typed, on one line or several, without the space around it, of so many characters at most. */
export const textUpTo = (maximum: number) =>
  v.pipe(
    v.string(),
    v.transform((typed) => typed.replaceAll('\r\n', '\n').replace(unprintable, '')),
    v.trim(),
    v.maxLength(maximum),
  )

/** The same on one line: what breaks it is a space. */
export const lineUpTo = (maximum: number) =>
  v.pipe(
    v.string(),
    v.transform((typed) => typed.replace(/\p{Cc}+/gu, ' ')),
    v.trim(),
    v.maxLength(maximum),
  )

/** How something is called: a line that is not empty. */
export const nameUpTo = (maximum: number) => v.pipe(lineUpTo(maximum), v.nonEmpty())
