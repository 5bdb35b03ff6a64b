import { useQuery } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Share } from '#domain/exchange/share.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { Table, type TableColumn } from '../../../ui/display/table.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { useKeptRow } from '../../../ui/use-kept-row.ts'
import { ShareDetails } from './share-details.tsx'
import { sharesQuery } from './share-queries.ts'
import { Timeframe } from './timeframe.tsx'

/** All links that this user created; pressing one opens it, with a button to revoke it. */
export function SharesScreen({ nameOf }: { nameOf: (scaleId: number) => string }) {
  const intl = useIntl()
  const query = useQuery(sharesQuery)
  const [openId, setOpenId] = useState<number>()
  const list = useRef<HTMLDivElement>(null)
  // the list may return before or after the confirmation dialog has closed
  useKeptRow(list, 'tbody tr, li', `${query.data?.length} ${openId}`)
  const columns = useColumns(nameOf)
  return (
    <Stack>
      <Text tone="neutral">
        <FormattedMessage id="share.explained" />
      </Text>
      <Loaded query={query}>
        {(shares) => (
          <>
            <div ref={list} tabIndex={-1}>
              <Card flush>
                <Table
                  caption={intl.formatMessage({ id: 'settings-screen.tab.sharing' })}
                  columns={columns}
                  rows={shares}
                  rowKey={({ id }) => id}
                  onOpen={({ id }) => setOpenId(id)}
                  empty={
                    <EmptyState
                      icon={Share2}
                      title={<FormattedMessage id="share.none" />}
                      next={<FormattedMessage id="share.none.next" />}
                      action={
                        <ButtonLink to="/timeline">
                          <FormattedMessage id="app.nav.timeline" />
                        </ButtonLink>
                      }
                    />
                  }
                />
              </Card>
            </div>
            <ShareDetails
              share={shares.find(({ id }) => id === openId)}
              nameOf={nameOf}
              onClose={() => setOpenId(undefined)}
            />
          </>
        )}
      </Loaded>
    </Stack>
  )
}

function useColumns(nameOf: (scaleId: number) => string): TableColumn<Share>[] {
  const intl = useIntl()
  const header = (id: 'description' | 'type' | 'timeframe' | 'scales' | 'issued') =>
    intl.formatMessage({ id: `share.${id}` })
  const words = ({ description, scales }: Share) => description || scales.map(nameOf).join(', ')
  const type = (share: Share) => intl.formatMessage({ id: `share.type.${share.type}` })
  return [
    { id: 'description', header: header('description'), sortBy: words, cell: words },
    { id: 'type', header: header('type'), sortBy: type, cell: type, phone: 'hidden' },
    { id: 'timeframe', header: header('timeframe'), cell: (share) => <Timeframe {...share} />, phone: 'fact' },
    {
      id: 'scales',
      header: header('scales'),
      cell: ({ scales }) => scales.map(nameOf).join(', ') || '–',
      phone: 'hidden',
    },
    {
      id: 'issued',
      header: header('issued'),
      sortBy: ({ issuedAt }) => issuedAt,
      cell: ({ issuedAt }) => intl.formatDate(issuedAt, { dateStyle: 'medium' }),
      phone: 'fact',
    },
  ]
}
