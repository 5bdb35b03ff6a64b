import { useQuery } from '@tanstack/react-query'
import { Cable, Eye, RadioTower } from 'lucide-react'
import type { Controller } from '#domain/hives/controller.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Table, type TableColumn } from '../../../ui/display/table.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { RowLink } from '../../../ui/navigation/row-link.ts'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { controllersQuery, useFreshOnMount } from './controller-queries.ts'
import { SubscriptionBadge } from './subscription-badge.tsx'

const none = '–'

/** The user's transmitters and their state; pressing one opens its page. */
export function ControllersScreen() {
  const query = useQuery({ ...controllersQuery, refetchOnMount: useFreshOnMount() })
  const columns = useColumns()
  const intl = useIntl()
  return (
    <Loaded query={query}>
      {(controllers) => (
        <Stack>
          {controllers.length > 0 && (
            <Row>
              <ButtonLink icon={Cable} to="/settings/connect">
                <FormattedMessage id="connect.title" />
              </ButtonLink>
            </Row>
          )}
          <Card flush>
            <Table
              caption={intl.formatMessage({ id: 'settings-screen.tab.controllers' })}
              columns={columns}
              rows={controllers}
              rowKey={({ id }) => id}
              link={({ id }, title) => (
                <RowLink to="/settings/controllers/$controllerId" params={{ controllerId: String(id) }}>
                  {title}
                </RowLink>
              )}
              empty={
                <EmptyState
                  icon={RadioTower}
                  title={<FormattedMessage id="settings-screen.controllers.none" />}
                  next={<FormattedMessage id="settings-screen.controllers.none.next" />}
                  action={
                    <ButtonLink kind="primary" icon={Cable} to="/settings/connect">
                      <FormattedMessage id="connect.title" />
                    </ButtonLink>
                  }
                />
              }
            />
          </Card>
        </Stack>
      )}
    </Loaded>
  )
}

function useColumns(): TableColumn<Controller>[] {
  const intl = useIntl()
  const words = (id: 'name' | 'lastUpdate' | 'battery' | 'signal' | 'subscription') =>
    intl.formatMessage({ id: `settings-screen.controller.${id}` })
  return [
    {
      id: 'name',
      header: words('name'),
      sortBy: ({ name }) => name,
      cell: ({ name, access }) => (
        <Row gap={2}>
          {name}
          {access === 'watched' && (
            <Badge icon={Eye}>
              <FormattedMessage id="settings-screen.controller.watched" />
            </Badge>
          )}
        </Row>
      ),
    },
    {
      id: 'lastUpdate',
      header: words('lastUpdate'),
      sortBy: ({ lastUpdate }) => lastUpdate,
      phone: 'fact',
      cell: ({ lastUpdate }) =>
        lastUpdate ? intl.formatDate(lastUpdate, { dateStyle: 'short', timeStyle: 'short' }) : none,
    },
    {
      id: 'battery',
      header: words('battery'),
      align: 'end',
      sortBy: ({ battery }) => battery,
      phone: 'fact',
      cell: ({ battery }) =>
        battery === null ? none : intl.formatMessage({ id: 'settings-screen.volts' }, { volts: battery }),
    },
    {
      id: 'signal',
      header: words('signal'),
      align: 'end',
      sortBy: ({ signal }) => signal,
      phone: 'hidden',
      cell: ({ signal }) => (signal === null ? none : intl.formatMessage({ id: 'settings-screen.dbm' }, { signal })),
    },
    {
      id: 'subscription',
      header: words('subscription'),
      phone: 'fact',
      cell: (controller) => <SubscriptionBadge wrap {...controller} />,
    },
  ]
}
