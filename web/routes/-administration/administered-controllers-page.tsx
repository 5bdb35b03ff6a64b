import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CirclePlus } from 'lucide-react'
import { useCallback } from 'react'
import { AdministeredScreen } from '../../features/hives/controllers/administration/administered-screen.tsx'
import type { AdministeredSearch } from '../../features/hives/controllers/administration/administered-search.ts'
import { regionsQuery } from '../../features/hives/regions/region-queries.ts'
import { affiliationsQuery } from '../../features/people/users/user-queries.ts'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Page } from '../../ui/layout/layout.tsx'
import { ButtonLink } from '../../ui/navigation/links.ts'

export function AdministeredControllersPage() {
  const search = useSearch({ from: '/_signed-in/a/controllers/' })
  const { data: regions = [] } = useQuery(regionsQuery)
  const { data: affiliations = [] } = useQuery(affiliationsQuery)
  const navigate = useNavigate({ from: '/a/controllers/' })
  const change = useCallback(
    (changes: Partial<AdministeredSearch>) =>
      void navigate({ search: (before) => ({ ...before, ...changes }), replace: !('controller' in changes) }),
    [navigate],
  )
  return (
    <Page
      title={<FormattedMessage id="administration-controllers.title" />}
      actions={
        <ButtonLink icon={CirclePlus} to="/a/controllers/create">
          <FormattedMessage id="administration-menu.register" />
        </ButtonLink>
      }
    >
      <AdministeredScreen
        search={search}
        onSearch={change}
        regions={regions}
        affiliations={affiliations}
        onSaved={() =>
          void navigate({ to: '/settings/controllers', replace: true, state: { fromAdministration: true } })
        }
      />
    </Page>
  )
}
