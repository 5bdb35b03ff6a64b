import type { UseQueryResult } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { OfflineError } from '../api/api-error.ts'
import { ErrorWords } from '../i18n/error-words.tsx'
import { FormattedMessage } from '../i18n/intl.tsx'
import { Button } from '../ui/button.tsx'
import { Stack } from '../ui/layout/layout.tsx'
import { Text } from '../ui/layout/text.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { DataAge } from './data-age.tsx'
import { useArrived } from './use-arrived.ts'

/** How long a placeholder is shown before the person is told why the answer is not coming. */
const PATIENCE_MS = 5000

/** The placeholder for an answer, followed after a while by a note that it is taking long. */
export function Waiting({ children }: { children: ReactNode }) {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLong, PATIENCE_MS, true)
    return () => clearTimeout(timer)
  }, [])
  if (!isLong) return children
  return (
    <Stack gap={2}>
      <Text tone="neutral">
        <FormattedMessage id="app.slow" />
      </Text>
      {children}
    </Stack>
  )
}

/** Shows the result of a query with its age; until then a placeholder, and a note if it takes long; on failure the reason and a retry button. */
export function Loaded<Answer>({
  query,
  waiting = <Skeleton shape="row" count={4} />,
  age = true,
  children,
}: {
  query: UseQueryResult<Answer>
  waiting?: ReactNode
  /** False if another part of the screen shows the age of the same data. */
  age?: boolean
  children: (answer: Answer) => ReactNode
}) {
  // the previous answer may stand in for one that is on its way, but not for one that cannot arrive
  const standsIn = query.isPlaceholderData && query.fetchStatus === 'paused'
  const answer = useArrived(query.data)
  if (query.data !== undefined && !standsIn) {
    if (answer === undefined) return waiting
    return (
      <Stack gap={2}>
        {children(answer)}
        {age && <DataAge at={query.dataUpdatedAt} />}
      </Stack>
    )
  }
  // a phone may believe in its network for a long time: after two failed tries the person is told, while more follow
  const isCut = query.failureCount > 1 && query.failureReason instanceof OfflineError
  const offline = query.fetchStatus === 'paused' || query.error instanceof OfflineError || isCut
  if (!offline && !query.error) return <Waiting>{waiting}</Waiting>
  return (
    <Banner
      tone={offline ? 'stale' : 'alarm'}
      title={offline ? <FormattedMessage id="app.offline.title" /> : <ErrorWords error={query.error} />}
      actions={
        <Button icon={RotateCw} busy={query.isFetching} onClick={() => void query.refetch()}>
          <FormattedMessage id="app.again" />
        </Button>
      }
    >
      {offline && <FormattedMessage id="app.offline.nothingKept" />}
    </Banner>
  )
}
