import { FileDown, ListChecks } from 'lucide-react'
import type { Job } from '#domain/platform/job.ts'
import { ExportDownload } from '../../features/insight/exports/export-download.tsx'
import { JobList } from '../../features/platform/jobs/job-list.tsx'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Reading, Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { ButtonLink } from '../../ui/navigation/links.ts'
import { EmptyState } from '../../ui/status/empty-state.tsx'

/** Long-running jobs the person has started. */
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
