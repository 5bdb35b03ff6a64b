import type { Job } from '#domain/platform/job.ts'
import { JobList } from '../../features/platform/jobs/job-list.tsx'
import { PreviewResult } from '../../features/platform/variables/preview-result.tsx'
import { VariablesScreen } from '../../features/platform/variables/variables-screen.tsx'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Heading, Text } from '../../ui/layout/text.tsx'

/** The settings, the trials of them, and their history. */
export const VariablesPage = () => <VariablesScreen trials={<Trials />} />

const result = (job: Job) => <PreviewResult job={job} />

const Trials = () => (
  <Stack>
    <Heading>
      <FormattedMessage id="administration-variables.trials" />
    </Heading>
    <JobList
      filter={{ type: 'SETTINGS_PREVIEW' }}
      level={3}
      result={result}
      empty={
        <Text tone="neutral">
          <FormattedMessage id="administration-variables.trials.none" />
        </Text>
      }
    />
  </Stack>
)
