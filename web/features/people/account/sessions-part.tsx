import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import type { OwnSession } from '#domain/people/session.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Table, type TableColumn } from '../../../ui/display/table.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { sessionsQuery, useEndOtherSessions, useEndSession } from './account-queries.ts'
import { Part } from './part.tsx'

/** Where this account is signed in, with a button to sign out of each. */
export function SessionsPart() {
  const intl = useIntl()
  const sessions = useQuery(sessionsQuery)
  const endOthers = useEndOtherSessions()
  const columns = useColumns()
  return (
    <Part title={<FormattedMessage id="account.sessions" />} why={<FormattedMessage id="account.sessions.why" />}>
      <Loaded query={sessions}>
        {(list) => (
          <Stack>
            <Card flush>
              <Table
                caption={intl.formatMessage({ id: 'account.sessions' })}
                columns={columns}
                rows={list}
                rowKey={({ id }) => id}
              />
            </Card>
            {list.some(({ thisDevice }) => !thisDevice) && (
              <Row>
                <Button icon={LogOut} busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
                  <FormattedMessage id="account.sessions.endOthers" />
                </Button>
              </Row>
            )}
          </Stack>
        )}
      </Loaded>
    </Part>
  )
}

function useColumns(): TableColumn<OwnSession>[] {
  const intl = useIntl()
  const end = useEndSession()
  return [
    {
      id: 'device',
      header: intl.formatMessage({ id: 'account.session.device' }),
      cell: (session) => (
        <Row gap={2} align="center">
          {[session.browser, session.system].filter(Boolean).join(' · ') ||
            intl.formatMessage({ id: 'account.session.unknown' })}
          {session.thisDevice && (
            <Badge tone="ok">
              <FormattedMessage id="account.session.here" />
            </Badge>
          )}
        </Row>
      ),
    },
    {
      id: 'since',
      header: intl.formatMessage({ id: 'account.session.since' }),
      phone: 'hidden',
      cell: ({ createdAt }) => intl.formatDate(createdAt, { dateStyle: 'medium' }),
    },
    {
      id: 'lastSeen',
      header: intl.formatMessage({ id: 'account.session.lastSeen' }),
      phone: 'fact',
      cell: ({ lastSeenAt }) => intl.formatDate(lastSeenAt, { dateStyle: 'short', timeStyle: 'short' }),
    },
    {
      id: 'actions',
      header: intl.formatMessage({ id: 'account.actions' }),
      phone: 'action',
      cell: ({ id, thisDevice }) =>
        thisDevice ? (
          <ButtonLink kind="quiet" to="/logout">
            <FormattedMessage id="account.session.end" />
          </ButtonLink>
        ) : (
          <Button kind="quiet" busy={end.isPending && end.variables === id} onClick={() => end.mutate(id)}>
            <FormattedMessage id="account.session.end" />
          </Button>
        ),
    },
  ]
}
