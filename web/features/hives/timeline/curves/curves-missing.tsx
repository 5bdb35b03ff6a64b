import { OfflineError } from '../../../../api/api-error.ts'
import { FormattedMessage } from '../../../../i18n/intl.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Banner } from '../../../../ui/status/banner.tsx'
import type { TimelineData } from './use-timeline-data.ts'

/** Says that curves could not be loaded, or were never loaded and need a network now, with a retry button; nothing if they were loaded. */
export function CurvesMissing({
  data: { error, points, retry },
}: {
  data: Pick<TimelineData, 'error' | 'points' | 'retry'>
}) {
  if (error === undefined) return null
  const offline = error instanceof OfflineError
  const nothingKept = offline && [...points.values()].every(({ time }) => time.length === 0)
  return (
    <Banner
      tone={offline ? 'stale' : 'loss'}
      title={<FormattedMessage id={offline ? 'app.offline.title' : 'timeline.error'} />}
      actions={
        <Button onClick={retry}>
          <FormattedMessage id="timeline.retry" />
        </Button>
      }
    >
      <FormattedMessage id={nothingKept ? 'app.offline.nothingKept' : 'timeline.errorHint'} />
    </Banner>
  )
}
