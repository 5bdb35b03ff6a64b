import * as v from 'valibot'

/** Control characters but line breaks and tabs: nobody types them, and databases, mails and short messages each make something else of them. */
const unprintable = /[^\P{Cc}\n\t]/gu

/**
 * Turns the direction of all that follows, up to an end that may never come: the rest of a subject, or of a short message, would be read
 * backwards. The marks that Hebrew and Arabic need stay.
 */
const turning = /[\u202a-\u202e\u2066-\u2069]/g

/** All of it spaces and what takes no room, such as a zero-width space: nobody sees that there is something. */
const unseen = /^[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u
const seen = v.transform((text: string) => (unseen.test(text) ? '' : text))

/** What somebody typed, on one line or several, without the space around it, of so many characters at most. */
export const textUpTo = (maximum: number) =>
  v.pipe(
    v.string(),
    v.transform((typed) =>
      typed
        .replace(/\r\n|[\u2028\u2029]/g, '\n')
        .replace(unprintable, '')
        .replace(turning, ''),
    ),
    v.trim(),
    seen,
    v.maxLength(maximum),
  )

/** The same on one line: what breaks it is a space. */
export const lineUpTo = (maximum: number) =>
  v.pipe(
    v.string(),
    v.transform((typed) => typed.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replace(turning, '')),
    v.trim(),
    seen,
    v.maxLength(maximum),
  )

/** How something is called: a line that shows something. */
export const nameUpTo = (maximum: number) => v.pipe(lineUpTo(maximum), v.nonEmpty())
