import * as v from 'valibot'

/** Control characters but line breaks and tabs: nobody types them, and databases, mails and short messages each make something else of them. */
const unprintable = /[^\P{Cc}\n\t]/gu

/** All of it spaces and what takes no room, such as a zero-width space: nobody sees that there is something. */
const unseen = /^[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u
const seen = v.transform((text: string) => (unseen.test(text) ? '' : text))

/** What somebody typed, on one line or several, without the space around it, of so many characters at most. */
export const textUpTo = (maximum: number) =>
  v.pipe(
    v.string(),
    v.transform((typed) => typed.replace(/\r\n|[\u2028\u2029]/g, '\n').replace(unprintable, '')),
    v.trim(),
    seen,
    v.maxLength(maximum),
  )

/** The same on one line: what breaks it is a space. */
export const lineUpTo = (maximum: number) =>
  v.pipe(
    v.string(),
    v.transform((typed) => typed.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')),
    v.trim(),
    seen,
    v.maxLength(maximum),
  )

/** How something is called: a line that shows something. */
export const nameUpTo = (maximum: number) => v.pipe(lineUpTo(maximum), v.nonEmpty())
