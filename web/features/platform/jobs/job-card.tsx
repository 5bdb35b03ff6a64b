import { Ban, CircleCheck, CircleX, Clock, LoaderCircle, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { isUnfinished, type Job, type JobStatus } from '#domain/platform/job.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Heading, Text } from '../../../ui/layout/text.tsx'
import { Progress } from '../../../ui/status/progress.tsx'
import type { Tone } from '../../../ui/tone.ts'
import { useCancelJob, useRetryJob } from './job-queries.ts'
import { RemainingTime } from './remaining-time.tsx'

const looks: Record<JobStatus, { tone: Tone; icon: typeof Ban }> = {
  queued: { tone: 'neutral', icon: Clock },
  running: { tone: 'accent', icon: LoaderCircle },
  done: { tone: 'ok', icon: CircleCheck },
  failed: { tone: 'alarm', icon: CircleX },
  cancelled: { tone: 'neutral', icon: Ban },
}

/** One job: what it is, its progress, and its actions. `result` renders its result. */
export function JobCard({
  job,
  level,
  result,
}: {
  job: Job
  level: 2 | 3
  result?: ((job: Job) => ReactNode) | undefined
}) {
  const intl = useIntl()
  const { id, type, status, description, problem, created, finished, due } = job
  const { tone, icon } = looks[status]
  const cancel = useCancelJob()
  const retry = useRetryJob()
  const isAgain = status === 'queued' && problem !== null
  const when = (time: string) => intl.formatDate(time, { dateStyle: 'medium', timeStyle: 'short' })
  const again = (
    <Button icon={RotateCw} busy={retry.isPending} onClick={() => retry.mutate(id)}>
      <FormattedMessage id="job.retry" />
    </Button>
  )
  return (
    <Card>
      <Stack gap={3}>
        <Stack gap={1}>
          <Heading level={level}>{description || <FormattedMessage id={`job.type.${type}`} />}</Heading>
          <Text tone="neutral">
            <FormattedMessage id={`job.type.${type}`} /> · {when(finished ?? created)}
          </Text>
        </Stack>
        <Row>
          <Badge tone={tone} icon={icon}>
            <FormattedMessage id={`job.status.${status}`} />
          </Badge>
        </Row>
        {status === 'running' && <Progress label={<RemainingTime of={job} />} value={job.progress} />}
        {problem && (
          <Text tone={status === 'failed' ? 'alarm' : 'neutral'}>
            <FormattedMessage id={`error.${problem}`} />
          </Text>
        )}
        {isAgain && (
          <Text tone="neutral">
            <FormattedMessage id="job.again" values={{ time: intl.formatTime(due) }} />
          </Text>
        )}
        {status === 'done' && result?.(job)}
        {isUnfinished(status) && (
          <Row>
            <Button busy={cancel.isPending} onClick={() => cancel.mutate(id)}>
              <FormattedMessage id="job.cancel" />
            </Button>
            {isAgain && again}
          </Row>
        )}
        {(status === 'failed' || status === 'cancelled') && <Row>{again}</Row>}
      </Stack>
    </Card>
  )
}
