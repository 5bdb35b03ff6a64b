import { useQuery } from '@tanstack/react-query'
import { useSnapshot } from 'valtio'
import { Unaffiliated } from '../../features/hives/controllers/administration/unaffiliated.tsx'
import { regionsQuery } from '../../features/hives/regions/region-queries.ts'
import { NoticesScreen } from '../../features/operations/customer-notices/notices-screen.tsx'
import { user } from '../../features/people/session/session-state.ts'
import { affiliationsQuery } from '../../features/people/users/user-queries.ts'
import { JobList } from '../../features/platform/jobs/job-list.tsx'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Page } from '../../ui/layout/layout.tsx'

/** Messages to customers, with the progress of those being sent. */
export function NoticesPage() {
  const { admin, affiliation } = useSnapshot(user)
  const regions = useQuery(regionsQuery)
  const affiliations = useQuery({ ...affiliationsQuery, enabled: admin })
  if (!admin && !affiliation) {
    return (
      <Page title={<FormattedMessage id="administration-notices.title" />}>
        <Unaffiliated />
      </Page>
    )
  }
  return (
    <NoticesScreen
      regions={regions}
      affiliations={affiliations.isLoading ? undefined : (affiliations.data ?? [])}
      affiliation={admin ? undefined : affiliation?.name}
      progress={<JobList filter={{ type: 'NOTIFY_CUSTOMERS', mine: true }} level={2} />}
    />
  )
}
