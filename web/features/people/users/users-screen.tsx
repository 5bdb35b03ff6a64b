import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { SearchX, UserX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListedUser } from '#domain/people/administered-user.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Pages } from '../../../offline/pages.tsx'
import { Button } from '../../../ui/button.tsx'
import { Table } from '../../../ui/display/table.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'
import { usePhone } from '../../../ui/media.ts'
import { RowLink } from '../../../ui/navigation/row-link.ts'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { useUserColumns } from './use-user-columns.tsx'
import { affiliationsQuery, usersQuery } from './user-queries.ts'
import type { UserSearch } from './user-search.ts'
import { UserSheet } from './user-sheet.tsx'

type Change = (changes: Partial<UserSearch>) => void
type ScreenProps = { search: UserSearch; onSearch: Change }

/** All users, for administrators; a row opens the user. */
export function UsersScreen({
  search,
  onSearch,
  onActAs,
}: ScreenProps & { onActAs: (userId: number) => Promise<void> }) {
  return (
    <Stack>
      <Filters search={search} onSearch={onSearch} />
      <UserTable
        search={search}
        onSearch={onSearch}
        affiliated={false}
        link={({ userId }, title) => (
          <RowLink to="/a/users" search={{ ...search, user: userId }}>
            {title}
          </RowLink>
        )}
      />
      <UserSheet key={search.user} id={search.user} onClose={() => onSearch({ user: undefined })} onActAs={onActAs} />
    </Stack>
  )
}

/** The users of the manager's own affiliation, read-only. */
export function AffiliatedUsersScreen({
  search,
  onSearch,
  affiliation,
}: ScreenProps & { affiliation: string | undefined }) {
  if (affiliation === undefined) {
    return (
      <Card>
        <EmptyState
          icon={UserX}
          title={<FormattedMessage id="administration-users.unaffiliated" />}
          next={<FormattedMessage id="administration-users.unaffiliated.next" />}
        />
      </Card>
    )
  }
  return (
    <Stack>
      <Search search={search} onSearch={onSearch} />
      <UserTable search={search} onSearch={onSearch} affiliated />
    </Stack>
  )
}

function Search({ search: { q = '' }, onSearch }: ScreenProps) {
  return (
    <SearchField
      label={<FormattedMessage id="administration-users.search" />}
      value={q}
      onSearch={(words) => onSearch({ q: words || undefined })}
    />
  )
}

function Filters({ search, onSearch }: ScreenProps) {
  const intl = useIntl()
  const { data: affiliations = [] } = useQuery(affiliationsQuery)
  const phone = usePhone()
  const all = { value: '', label: intl.formatMessage({ id: 'administration-users.all' }) }
  const word = (id: 'state.on' | 'state.off' | 'role.1' | 'role.2' | 'role.3' | 'affiliation.none') =>
    intl.formatMessage({ id: `administration-users.${id}` })
  return (
    <Stack gap={3}>
      <Search search={search} onSearch={onSearch} />
      <Grid gap={3} columns={phone ? 'pair' : 'medium'}>
        <Select
          label={<FormattedMessage id="administration-users.state" />}
          value={search.state ?? ''}
          onChange={({ target }) => onSearch({ state: (target.value || undefined) as UserSearch['state'] })}
          options={[all, { value: 'on', label: word('state.on') }, { value: 'off', label: word('state.off') }]}
        />
        <Select
          label={<FormattedMessage id="administration-users.role" />}
          value={String(search.role ?? '')}
          onChange={({ target }) => onSearch({ role: (Number(target.value) || undefined) as UserSearch['role'] })}
          options={[all, ...([1, 2, 3] as const).map((role) => ({ value: String(role), label: word(`role.${role}`) }))]}
        />
        <Select
          label={<FormattedMessage id="administration-users.affiliation" />}
          value={String(search.affiliation ?? '')}
          onChange={({ target: { value } }) =>
            onSearch({ affiliation: value === 'none' ? 'none' : Number(value) || undefined })
          }
          options={[
            all,
            { value: 'none', label: word('affiliation.none') },
            ...affiliations.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      </Grid>
    </Stack>
  )
}

function UserTable({
  search,
  onSearch,
  affiliated,
  link,
}: ScreenProps & { affiliated: boolean; link?: (user: ListedUser, title: ReactNode) => ReactNode }) {
  const intl = useIntl()
  const query = useInfiniteQuery(usersQuery(search, affiliated))
  const columns = useUserColumns(!affiliated)
  const { sort = 'email', direction = 'ascending' } = search
  return (
    <Pages query={query}>
      {(items) => (
        <Card flush>
          <Table
            caption={intl.formatMessage({ id: 'administration-users.title' })}
            columns={columns}
            rows={items}
            rowKey={({ userId }) => userId}
            link={link}
            sort={{ column: sort, direction }}
            onSort={({ column, direction: wanted }) =>
              onSearch({ sort: column as UserSearch['sort'], direction: wanted })
            }
            empty={
              <EmptyState
                icon={SearchX}
                title={<FormattedMessage id="administration-users.none" />}
                next={<FormattedMessage id="administration-users.none.next" />}
                action={
                  <Button
                    onClick={() =>
                      onSearch({ q: undefined, state: undefined, role: undefined, affiliation: undefined })
                    }
                  >
                    <FormattedMessage id="administration-users.showAll" />
                  </Button>
                }
              />
            }
          />
        </Card>
      )}
    </Pages>
  )
}
