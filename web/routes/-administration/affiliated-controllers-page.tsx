import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useSnapshot } from 'valtio'
import { AffiliatedScreen } from '../../features/hives/controllers/administration/administered-screen.tsx'
import type { AdministeredSearch } from '../../features/hives/controllers/administration/administered-search.ts'
import { user } from '../../features/people/session/session-state.ts'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Page } from '../../ui/layout/layout.tsx'

export function AffiliatedControllersPage() {
  const { affiliation } = useSnapshot(user)
  const search = useSearch({ from: '/_signed-in/m/controllers' })
  const navigate = useNavigate({ from: '/m/controllers' })
  const change = useCallback(
    (changes: Partial<AdministeredSearch>) =>
      void navigate({ search: (before) => ({ ...before, ...changes }), replace: true }),
    [navigate],
  )
  return (
    <Page title={<FormattedMessage id="administration-controllers.title" />} lead={affiliation?.name}>
      <AffiliatedScreen search={search} onSearch={change} affiliation={affiliation?.name} />
    </Page>
  )
}
