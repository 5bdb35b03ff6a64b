import { useInfiniteQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { SetAside } from '#domain/operations/set-aside.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Pages } from '../../../offline/pages.tsx'
import { Button } from '../../../ui/button.tsx'
import { Table, type TableColumn } from '../../../ui/display/table.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { Progress } from '../../../ui/status/progress.tsx'
import { Refusal } from '../../../ui/status/refusal.tsx'
import { setAsideQuery, useRetryAllSetAside } from './set-aside-queries.ts'
import { SetAsideSheet } from './set-aside-sheet.tsx'
import { SetAsideScale, SetAsideStageWords, useSize } from './set-aside-words.tsx'

/** Data of single series or requests that could not be processed and is set aside; nothing if there is none. */
export function SetAsideCard() {
  const intl = useIntl()
  const query = useInfiniteQuery(setAsideQuery)
  const [openId, setOpenId] = useState<number>()
  const open = query.data?.pages.flatMap(({ items }) => items).find(({ id }) => id === openId)
  const { retry, sum } = useRetryAllSetAside()
  const columns = useColumns()
  const count = query.data?.pages[0]?.count ?? 0
  const title = intl.formatMessage({ id: 'administration-fleet.setAside' }, { count })
  if (query.isPending || (query.data && count === 0 && !sum)) return null
  return (
    <>
      <Card
        anchor="setAside"
        title={title}
        meta={<FormattedMessage id="administration-fleet.setAside.lead" />}
        actions={
          count > 0 && (
            <Button icon={RotateCw} busy={retry.isPending} onClick={() => retry.mutate()}>
              <FormattedMessage id="administration-fleet.setAside.retryAll" />
            </Button>
          )
        }
      >
        <Stack>
          {sum && retry.isPending && (
            <Progress
              label={<FormattedMessage id="administration-fleet.setAside.retrying" values={sum} />}
              value={sum.tried / (sum.tried + sum.left)}
            />
          )}
          {sum && !retry.isPending && (
            <Banner
              tone={sum.gone === sum.tried ? 'ok' : 'neutral'}
              title={
                <FormattedMessage
                  id="administration-fleet.setAside.retried"
                  values={{ tried: sum.tried, gone: sum.gone, stay: sum.tried - sum.gone }}
                />
              }
            />
          )}
          {retry.error && <Refusal title={<ErrorWords error={retry.error} />} />}
          <Pages query={query}>
            {(items) => (
              <Table
                caption={title}
                columns={columns}
                rows={items}
                rowKey={({ id }) => id}
                onOpen={({ id }) => setOpenId(id)}
              />
            )}
          </Pages>
        </Stack>
      </Card>
      <SetAsideSheet setAside={open} onClose={() => setOpenId(undefined)} />
    </>
  )
}

function useColumns(): TableColumn<SetAside>[] {
  const intl = useIntl()
  const sizeOf = useSize()
  const header = (id: 'what' | 'scale' | 'size') => intl.formatMessage({ id: `administration-fleet.setAside.${id}` })
  return [
    {
      id: 'transmitter',
      header: intl.formatMessage({ id: 'administration-fleet.transmitter' }),
      cell: ({ controller }) => controller,
      phone: 'title',
    },
    { id: 'scale', header: header('scale'), cell: (row) => <SetAsideScale of={row} />, phone: 'fact' },
    { id: 'what', header: header('what'), cell: (row) => <SetAsideStageWords of={row} />, phone: 'fact' },
    {
      id: 'since',
      header: intl.formatMessage({ id: 'administration-fleet.since' }),
      cell: ({ received }) => intl.formatDate(received, { dateStyle: 'short', timeStyle: 'short' }),
      phone: 'fact',
    },
    {
      id: 'size',
      header: header('size'),
      align: 'end',
      cell: ({ bytes }) => sizeOf(bytes),
      phone: 'hidden',
    },
  ]
}
