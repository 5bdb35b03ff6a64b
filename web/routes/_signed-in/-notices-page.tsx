import { useSnapshot } from 'valtio'
import { NoticesScreen } from '../../features/customer-notices/notices-screen.tsx'
import { JobList } from '../../features/jobs/job-list.tsx'
import { user } from '../../features/session/session-state.ts'

/** Messages to customers, with how far those under way are. */
export function NoticesPage() {
  const { admin, affiliation } = useSnapshot(user)
  return (
    <NoticesScreen
      affiliation={admin ? undefined : (affiliation?.name ?? '')}
      progress={<JobList filter={{ type: 'NOTIFY_CUSTOMERS', mine: true }} level={2} />}
    />
  )
}
