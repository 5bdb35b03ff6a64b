import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isUnfinished, type Job } from '#domain/platform/job.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Pages } from '../../../offline/pages.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'
import { JobCard } from './job-card.tsx'
import { type JobFilter, jobsQuery, useLiveJobs } from './job-queries.ts'

/** Jobs with their progress, kept up to date. `empty`: shown if there are none. */
export function JobList({
  filter,
  level = 2,
  result,
  empty = null,
}: {
  filter: JobFilter
  /** The heading level of its cards. */
  level?: 2 | 3
  result?: (job: Job) => ReactNode
  empty?: ReactNode
}) {
  useLiveJobs()
  const query = useInfiniteQuery(jobsQuery(filter))
  return (
    <Pages query={query}>
      {(jobs) => {
        if (jobs.length === 0) return empty
        return (
          <Stack>
            <Spoken job={jobs[0]!} />
            <Stack as="ul">
              {jobs.map((job) => (
                <Stack key={job.id} as="li">
                  <JobCard job={job} level={level} result={result} />
                </Stack>
              ))}
            </Stack>
          </Stack>
        )
      }}
    </Pages>
  )
}

/** Announces the newest job's status to screen readers, but not every percent of progress. */
function Spoken({ job: { status, description, type } }: { job: Job }) {
  return (
    <VisuallyHidden>
      <span role="status">
        {description || <FormattedMessage id={`job.type.${type}`} />}:{' '}
        <FormattedMessage id={isUnfinished(status) ? 'job.status.running' : `job.status.${status}`} />
      </span>
    </VisuallyHidden>
  )
}
