import type { Mail } from '../../../server/platform/adapters/mailer.ts'

/** The token of the newest link to set a password; several mails are sent at the same time, in any order. */
export const resetToken = (mails: readonly Mail[]): string | undefined =>
  mails.map(({ text }) => /\/password\/reset\/(\S+)/.exec(text)?.[1]).findLast((token) => token !== undefined)
