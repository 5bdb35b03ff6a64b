import type { Job } from '#domain/platform/job.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'

/** What a running job is doing, and roughly how long it will still take. */
export function RemainingTime({ of: { detail, remainingSeconds: seconds } }: { of: Job }) {
  const left =
    seconds === null ? (
      <FormattedMessage id="job.running" />
    ) : seconds < 60 ? (
      <FormattedMessage id="job.secondsLeft" values={{ seconds: Math.max(5, Math.ceil(seconds / 5) * 5) }} />
    ) : (
      <FormattedMessage id="job.minutesLeft" values={{ minutes: Math.ceil(seconds / 60) }} />
    )
  return detail === null ? (
    left
  ) : (
    <>
      {detail} · {left}
    </>
  )
}
