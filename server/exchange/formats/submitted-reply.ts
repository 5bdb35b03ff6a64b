import type { FormatReply } from '#domain/hives/ingest-message.ts'
import type { Submitted } from './submit-readings.ts'

/** An ended subscription is not an error: the device could not do anything about it. */
export const countsOf = ({ status, accepted, duplicates }: Submitted) => ({
  accepted,
  duplicates,
  ...(status === 'expired' ? { code: 'subscription_expired' as const } : {}),
})

export const replyOf = (taken: Submitted): FormatReply => ({
  ...countsOf(taken),
  rejected: taken.rejected,
  ...(taken.leftOut && { leftOut: taken.leftOut }),
})

/** What was left out of the accepted readings, such as `temperature:temperature_unplugged`, and the codes of those refused. */
export const leftOutNames = ({ rejected, leftOut = [] }: Submitted): string[] => [
  ...new Set([...leftOut.map(({ field, code }) => `${field}:${code}`), ...rejected.map(({ code }) => code)]),
]

/** The first reason, if nothing at all was taken. */
export const refusalOf = ({ rejected, accepted, duplicates }: Submitted) =>
  accepted + duplicates === 0 ? rejected[0]?.code : undefined
