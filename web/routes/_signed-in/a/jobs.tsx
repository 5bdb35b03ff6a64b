import { createFileRoute } from '@tanstack/react-router'
import { requireAdministrator } from '../../../features/people/session/require-role.ts'
import { readJobSearch } from '../../../features/platform/jobs/job-search.ts'
import { lazyScreen } from '../../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/a/jobs')({
  validateSearch: readJobSearch,
  beforeLoad: requireAdministrator,
  component: lazyScreen(() => import('../../-pieces/administration.ts'), 'AdministeredJobsPage', 'administration'),
  staticData: { title: 'administration-jobs.title' },
})
