import { FormattedMessage } from '../../../../i18n/intl.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Banner } from '../../../../ui/status/banner.tsx'
import type { TimelineData } from './use-timeline-data.ts'

/** That curves could not be loaded, with a way to try again; nothing where they were. */
export function CurvesMissing({ data: { error, retry } }: { data: Pick<TimelineData, 'error' | 'retry'> }) {
  if (error === undefined) return null
  return (
    <Banner
      tone="loss"
      title={<FormattedMessage id="timeline.error" />}
      actions={
        <Button onClick={retry}>
          <FormattedMessage id="timeline.retry" />
        </Button>
      }
    >
      <FormattedMessage id="timeline.errorHint" />
    </Banner>
  )
}
