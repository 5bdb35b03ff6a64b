import { ListChecks } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Job, type JobStatus, type JobType, jobStatuses, jobTypes } from '#domain/platform/job.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Grid, Page, Stack } from '../../../ui/layout/layout.tsx'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { JobList } from './job-list.tsx'
import { StartJobForm } from './start-job-form.tsx'

/** Everyone's jobs, live. `status`: the filter that the list opens with; `result`: renders a job's result. */
export function AdministeredJobsScreen({
  status: asked,
  result,
}: {
  status: JobStatus | undefined
  result: (job: Job) => ReactNode
}) {
  const intl = useIntl()
  const [status, setStatus] = useState<JobStatus | ''>(asked ?? '')
  const [type, setType] = useState<JobType | ''>('')
  const missing = type || status ? 'none' : 'nothing'
  const all = { value: '', label: intl.formatMessage({ id: 'administration-jobs.all' }) }
  return (
    <Page
      width="reading"
      title={intl.formatMessage({ id: 'administration-jobs.title' })}
      lead={<FormattedMessage id="administration-jobs.lead" />}
    >
      <Stack gap={5}>
        <StartJobForm />
        <Grid columns="medium">
          <Select
            label={<FormattedMessage id="administration-jobs.type" />}
            value={type}
            onChange={({ target }) => setType(target.value as JobType | '')}
            options={[
              all,
              ...jobTypes.map((value) => ({ value, label: intl.formatMessage({ id: `job.type.${value}` }) })),
            ]}
          />
          <Select
            label={<FormattedMessage id="administration-jobs.status" />}
            value={status}
            onChange={({ target }) => setStatus(target.value as JobStatus | '')}
            options={[
              all,
              ...jobStatuses.map((value) => ({ value, label: intl.formatMessage({ id: `job.status.${value}` }) })),
            ]}
          />
        </Grid>
        <JobList
          filter={{ ...(type && { type }), ...(status && { status }) }}
          result={result}
          empty={
            <EmptyState
              icon={ListChecks}
              title={<FormattedMessage id={`administration-jobs.${missing}`} />}
              next={<FormattedMessage id={`administration-jobs.${missing}.next`} />}
            />
          }
        />
      </Stack>
    </Page>
  )
}
