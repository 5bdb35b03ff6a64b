import { KeySquare } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ApiToken } from '#domain/people/api-token.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Table, type TableColumn } from '../../../ui/display/table.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { EmptyState } from '../../../ui/status/empty-state.tsx'

export function TokenTable({
  tokens,
  add,
  onRevoke,
}: {
  tokens: readonly ApiToken[]
  /** The button to add the first one. */
  add: ReactNode
  onRevoke: (token: ApiToken) => void
}) {
  const intl = useIntl()
  const day = (time: string) => intl.formatDate(time, { dateStyle: 'medium' })
  const columns: TableColumn<ApiToken>[] = [
    {
      id: 'name',
      header: intl.formatMessage({ id: 'account.token.name' }),
      cell: ({ name, hasEnded }) => (
        <Row gap={2} align="center">
          {name}
          {hasEnded && (
            <Badge tone="neutral">
              <FormattedMessage id="account.token.ended" />
            </Badge>
          )}
        </Row>
      ),
    },
    {
      id: 'scopes',
      header: intl.formatMessage({ id: 'account.token.scopes' }),
      cell: ({ scopes }) =>
        scopes.map((scope) => intl.formatMessage({ id: `account.token.scope.${scope}` })).join(' · '),
    },
    {
      id: 'ends',
      header: intl.formatMessage({ id: 'account.token.ends' }),
      cell: ({ expiresAt }) => day(expiresAt),
    },
    {
      id: 'used',
      header: intl.formatMessage({ id: 'account.token.used' }),
      cell: ({ lastUsedAt }) => (lastUsedAt ? day(lastUsedAt) : <FormattedMessage id="account.token.neverUsed" />),
    },
    {
      id: 'actions',
      header: intl.formatMessage({ id: 'account.actions' }),
      phone: 'action',
      cell: (token) => (
        <Button kind="quiet" onClick={() => onRevoke(token)}>
          <FormattedMessage id="account.token.revoke" />
        </Button>
      ),
    },
  ]
  return (
    <Card flush>
      <Table
        caption={intl.formatMessage({ id: 'account.tokens' })}
        columns={columns}
        rows={tokens}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon={KeySquare}
            title={<FormattedMessage id="account.tokens.none" />}
            next={<FormattedMessage id="account.tokens.none.next" />}
            action={add}
          />
        }
      />
    </Card>
  )
}
