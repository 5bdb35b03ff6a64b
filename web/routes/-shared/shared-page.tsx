import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { sharedViewQuery } from '../../features/exchange/shares/shared-view-query.ts'
import { SharedTimeline } from '../../features/hives/timeline/shared-timeline.tsx'
import { Logo } from '../../features/platform/navigation/logo.tsx'
import { Notice } from '../../features/platform/navigation/notice.tsx'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Loaded } from '../../offline/loaded.tsx'
import { ButtonAnchor } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'

const now = () => Date.now()

/** What somebody with a share link sees, also embedded in a page of their own: the chart, or a note that nothing is shared any more. */
export function SharedPage() {
  const query = useQuery(sharedViewQuery)
  const [gone, setGone] = useState(false)
  const onFailure = useCallback((error: unknown) => setGone(isGone(error)), [])
  if (gone || isGone(query.error)) return <Unavailable />
  return (
    <Loaded query={query} age={false} waiting={<Skeleton shape="chart" />}>
      {(view) => (
        <SharedTimeline
          view={view}
          title={view.description || <FormattedMessage id="share.page" />}
          logo={
            <a href="/" target="_blank" rel="noopener">
              <Logo />
            </a>
          }
          now={now}
          onFailure={onFailure}
        />
      )}
    </Loaded>
  )
}

const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'share_unavailable'

function Unavailable() {
  return (
    <Notice title={<FormattedMessage id="share.unavailable" />} next={<FormattedMessage id="share.unavailable.next" />}>
      <ButtonAnchor href="/" target="_blank" rel="noopener">
        <FormattedMessage id="app.toStart" />
      </ButtonAnchor>
    </Notice>
  )
}
