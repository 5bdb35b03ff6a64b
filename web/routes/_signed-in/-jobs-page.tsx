import { FileDown, ListChecks } from 'lucide-react'
import type { Job } from '#domain/platform/job.ts'
import { ExportDownload } from '../../features/insight/exports/export-download.tsx'
import { JobList } from '../../features/platform/jobs/job-list.tsx'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Reading, Row, Stack } from '../../ui/layout.tsx'
import { ButtonLink } from '../../ui/links.ts'
import { Text } from '../../ui/text.tsx'

/** What was begun for oneself and takes a while. */
export function JobsPage() {
  const now = Date.now()
  const result = (job: Job) => (job.type === 'EXPORT' ? <ExportDownload job={job} now={now} /> : null)
  const exporting = (
    <ButtonLink to="/export" icon={FileDown}>
      <FormattedMessage id="export.title" />
    </ButtonLink>
  )
  return (
    <Reading>
      <Stack gap={5}>
        <Text tone="neutral">
          <FormattedMessage id="job.lead" />
        </Text>
        <Row>{exporting}</Row>
        <JobList
          filter={{ mine: true }}
          result={result}
          empty={
            <EmptyState
              icon={ListChecks}
              title={<FormattedMessage id="job.none" />}
              next={<FormattedMessage id="job.none.next" />}
            />
          }
        />
      </Stack>
    </Reading>
  )
}
