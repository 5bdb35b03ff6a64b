import { useQuery } from '@tanstack/react-query'
import { EyeOff, RadioTower } from 'lucide-react'
import type { Watch } from '#domain/exchange/watch.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { useOnline } from '../../../offline/connection.ts'
import { Loaded } from '../../../offline/loaded.tsx'
import { Button } from '../../../ui/button.tsx'
import { Table, type TableColumn } from '../../../ui/display/table.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Reading, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { toast } from '../../../ui/overlay/toaster.tsx'
import { useBounce } from '../../../ui/overlay/use-bounce.ts'
import { Banner } from '../../../ui/status/banner.tsx'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { WatchForm } from './watch-form.tsx'
import { useAddWatch, useEndWatch, watchesQuery } from './watch-queries.ts'

/** The transmitters of others that this user watches, and a form to add one by its code. `code`: from a link. */
export function WatchesScreen({ code }: { code?: string | undefined }) {
  const intl = useIntl()
  const query = useQuery(watchesQuery)
  const online = useOnline()
  // when a row disappears, a finger's second tap would hit the next one
  const { isBounce: _, forget: __, ...touches } = useBounce()
  return (
    <Stack>
      <Text tone="neutral">
        <FormattedMessage id="watch.why" />
      </Text>
      <Reading>
        <Stack>
          {!online && <Banner tone="stale" title={<FormattedMessage id="watch.offline" />} />}
          <WatchForm code={code} />
        </Stack>
      </Reading>
      <Loaded query={query}>
        {(watches) => (
          <div {...touches}>
            <Card flush>
              <Table
                caption={intl.formatMessage({ id: 'settings-screen.tab.watches' })}
                columns={columns(intl.formatMessage, intl.formatDate)}
                rows={watches}
                rowKey={({ controllerId }) => controllerId}
                empty={
                  <EmptyState
                    icon={RadioTower}
                    title={<FormattedMessage id="watch.none" />}
                    next={<FormattedMessage id="watch.none.next" />}
                  />
                }
              />
            </Card>
          </div>
        )}
      </Loaded>
    </Stack>
  )
}

type Intl = ReturnType<typeof useIntl>

const columns = (words: Intl['formatMessage'], date: Intl['formatDate']): TableColumn<Watch>[] => [
  { id: 'name', header: words({ id: 'watch.transmitter' }), sortBy: ({ name }) => name, cell: ({ name }) => name },
  {
    id: 'owner',
    header: words({ id: 'watch.owner' }),
    sortBy: ({ owner }) => owner,
    cell: ({ owner }) => owner || '–',
    phone: 'fact',
  },
  {
    id: 'since',
    header: words({ id: 'watch.since' }),
    sortBy: ({ since }) => since,
    cell: ({ since }) => date(since, { dateStyle: 'medium' }),
    phone: 'fact',
  },
  {
    id: 'end',
    header: words({ id: 'watch.actions' }),
    cell: (watch) => <EndButton watch={watch} />,
    phone: 'action',
  },
]

function EndButton({ watch }: { watch: Watch }) {
  const intl = useIntl()
  const end = useEndWatch()
  const { code, name, controllerId } = watch
  const undoWith = (again: string) => ({
    label: intl.formatMessage({ id: 'watch.undo' }),
    onPress: () => undo.mutate(again),
  })
  // without a network, it can be undone later
  const undo = useAddWatch((error, again) => toast.error(<ErrorWords error={error} />, { action: undoWith(again) }))
  const press = async () => {
    const isEnded = await end.mutateAsync(watch).then(
      () => true,
      () => false,
    )
    if (!isEnded) return
    toast.success(intl.formatMessage({ id: 'watch.ended' }, { name }), {
      id: `watch-${controllerId}`,
      action: code === null ? undefined : undoWith(code),
    })
  }
  return (
    <Button kind="quiet" icon={EyeOff} busy={end.isPending} onClick={() => void press()}>
      <FormattedMessage id="watch.end" />
    </Button>
  )
}
