import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Passkey } from '#domain/people/passkey.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Table, type TableColumn } from '../../../ui/display/table.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { EmptyState } from '../../../ui/status/empty-state.tsx'

export function PasskeyTable({
  passkeys,
  add,
  onRename,
  onRemove,
}: {
  passkeys: readonly Passkey[]
  /** The button to add the first one. */
  add: ReactNode
  onRename: (passkey: Passkey) => void
  onRemove: (passkey: Passkey) => void
}) {
  const intl = useIntl()
  const day = (time: string) => intl.formatDate(time, { dateStyle: 'medium' })
  const columns: TableColumn<Passkey>[] = [
    { id: 'name', header: intl.formatMessage({ id: 'account.passkey.name' }), cell: ({ name }) => name },
    {
      id: 'created',
      header: intl.formatMessage({ id: 'account.passkey.created' }),
      cell: ({ createdAt }) => day(createdAt),
    },
    {
      id: 'used',
      header: intl.formatMessage({ id: 'account.passkey.used' }),
      cell: ({ lastUsedAt }) => (lastUsedAt ? day(lastUsedAt) : <FormattedMessage id="account.passkey.neverUsed" />),
    },
    {
      id: 'actions',
      header: intl.formatMessage({ id: 'account.actions' }),
      phone: 'action',
      cell: (passkey) => (
        <Row gap={2}>
          <Button kind="quiet" onClick={() => onRename(passkey)}>
            <FormattedMessage id="account.passkey.rename" />
          </Button>
          <Button kind="quiet" onClick={() => onRemove(passkey)}>
            <FormattedMessage id="account.passkey.remove" />
          </Button>
        </Row>
      ),
    },
  ]
  return (
    <Card flush>
      <Table
        caption={intl.formatMessage({ id: 'account.passkeys' })}
        columns={columns}
        rows={passkeys}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon={KeyRound}
            title={<FormattedMessage id="account.passkeys.none" />}
            next={<FormattedMessage id="account.passkeys.none.next" />}
            action={add}
          />
        }
      />
    </Card>
  )
}
