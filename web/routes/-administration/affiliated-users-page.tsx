import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useSnapshot } from 'valtio'
import { user } from '../../features/people/session/session-state.ts'
import type { UserSearch } from '../../features/people/users/user-search.ts'
import { AffiliatedUsersScreen } from '../../features/people/users/users-screen.tsx'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Page } from '../../ui/layout/layout.tsx'

export function AffiliatedUsersPage() {
  const { affiliation } = useSnapshot(user)
  const search = useSearch({ from: '/_signed-in/m/users' })
  const navigate = useNavigate({ from: '/m/users' })
  const change = useCallback(
    (changes: Partial<UserSearch>) => void navigate({ search: (before) => ({ ...before, ...changes }), replace: true }),
    [navigate],
  )
  return (
    <Page title={<FormattedMessage id="administration-users.title" />} lead={affiliation?.name}>
      <AffiliatedUsersScreen search={search} onSearch={change} affiliation={affiliation?.name} />
    </Page>
  )
}
