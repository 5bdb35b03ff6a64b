import { useSearch } from '@tanstack/react-router'
import type { Job } from '#domain/platform/job.ts'
import { AdministeredJobsScreen } from '../../features/platform/jobs/administered-jobs-screen.tsx'
import { PreviewResult } from '../../features/platform/variables/preview-result.tsx'

const result = (job: Job) => (job.type === 'SETTINGS_PREVIEW' ? <PreviewResult job={job} /> : null)

export function AdministeredJobsPage() {
  const { status } = useSearch({ from: '/_signed-in/a/jobs' })
  return <AdministeredJobsScreen status={status} result={result} />
}
