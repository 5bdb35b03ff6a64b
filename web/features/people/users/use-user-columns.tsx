import { ShieldCheck, UserRoundX, Users } from 'lucide-react'
import type { ListedUser } from '#domain/people/administered-user.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import type { TableColumn } from '../../../ui/display/table.tsx'
import { Row } from '../../../ui/layout/layout.tsx'

const none = '–'

/** The columns of the list of users; `all`: including those only administrators need. The server sorts. */
export function useUserColumns(all: boolean): TableColumn<ListedUser>[] {
  const intl = useIntl()
  const words = (id: 'email' | 'name' | 'place' | 'affiliation' | 'controllers' | 'lastSeen' | 'created') =>
    intl.formatMessage({ id: `administration-users.${id}` })
  const date = (text: string | null) => (text ? intl.formatDate(text, { dateStyle: 'medium' }) : none)
  const columns: TableColumn<ListedUser>[] = [
    {
      id: 'email',
      header: words('email'),
      sortBy: ({ email }) => email,
      cell: (user) => (
        <Row gap={2}>
          {user.email}
          <Marks user={user} />
        </Row>
      ),
    },
    {
      id: 'name',
      header: words('name'),
      sortBy: ({ name }) => name,
      phone: 'fact',
      cell: ({ name }) => name || none,
    },
    { id: 'place', header: words('place'), phone: 'hidden', cell: ({ address }) => address || none },
    {
      id: 'affiliation',
      header: words('affiliation'),
      phone: 'hidden',
      cell: ({ affiliation }) => affiliation?.name ?? none,
    },
    {
      id: 'controllers',
      header: words('controllers'),
      align: 'end',
      phone: 'fact',
      cell: ({ controllerCount }) => intl.formatNumber(controllerCount),
    },
    { id: 'lastSeen', header: words('lastSeen'), phone: 'hidden', cell: ({ lastSeen }) => date(lastSeen) },
    {
      id: 'created',
      header: words('created'),
      sortBy: ({ creationDate }) => creationDate,
      phone: 'hidden',
      cell: ({ creationDate }) => date(creationDate),
    },
  ]
  return all ? columns : columns.filter(({ id }) => id !== 'affiliation')
}

/** Badges for what is unusual about a user. */
export function Marks({
  user: { active, admin, manager },
}: {
  user: Pick<ListedUser, 'active' | 'admin' | 'manager'>
}) {
  return (
    <>
      {!active && (
        <Badge tone="alarm" icon={UserRoundX}>
          <FormattedMessage id="administration-users.state.off" />
        </Badge>
      )}
      {admin && (
        <Badge tone="accent" icon={ShieldCheck}>
          <FormattedMessage id="administration-users.admin" />
        </Badge>
      )}
      {manager && (
        <Badge icon={Users}>
          <FormattedMessage id="administration-users.manager" />
        </Badge>
      )}
    </>
  )
}
