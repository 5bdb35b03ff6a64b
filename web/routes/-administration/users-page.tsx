import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { actAs } from '../../features/people/session/act-as.ts'
import { AffiliationsButton } from '../../features/people/users/affiliations-sheet.tsx'
import type { UserSearch } from '../../features/people/users/user-search.ts'
import { UsersScreen } from '../../features/people/users/users-screen.tsx'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Page } from '../../ui/layout/layout.tsx'

export function UsersPage() {
  const search = useSearch({ from: '/_signed-in/a/users' })
  const navigate = useNavigate({ from: '/a/users' })
  const change = useCallback(
    (changes: Partial<UserSearch>) =>
      void navigate({ search: (before) => ({ ...before, ...changes }), replace: !('user' in changes) }),
    [navigate],
  )
  return (
    <Page title={<FormattedMessage id="administration-users.title" />} actions={<AffiliationsButton />}>
      <UsersScreen search={search} onSearch={change} onActAs={actAs} />
    </Page>
  )
}
