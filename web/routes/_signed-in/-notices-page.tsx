import { useQuery } from '@tanstack/react-query'
import { useSnapshot } from 'valtio'
import { NoticesScreen } from '../../features/customer-notices/notices-screen.tsx'
import { JobList } from '../../features/jobs/job-list.tsx'
import { regionsQuery } from '../../features/regions/region-queries.ts'
import { user } from '../../features/session/session-state.ts'
import { affiliationsQuery } from '../../features/users/user-queries.ts'

/** Messages to customers, with how far those under way are. */
export function NoticesPage() {
  const { admin, affiliation } = useSnapshot(user)
  const regions = useQuery(regionsQuery)
  const { data: affiliations = [] } = useQuery({ ...affiliationsQuery, enabled: admin })
  return (
    <NoticesScreen
      regions={regions}
      affiliations={affiliations}
      affiliation={admin ? undefined : (affiliation?.name ?? '')}
      progress={<JobList filter={{ type: 'NOTIFY_CUSTOMERS', mine: true }} level={2} />}
    />
  )
}
