import { useInfiniteQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { ChannelType } from '#domain/alerts/notification.ts'
import { type SentNotification, type SentState, sentStages, sentStates } from '#domain/alerts/sent-notification.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Pages } from '../../../offline/pages.tsx'
import { Table, type TableColumn } from '../../../ui/display/table.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Grid, Page, Stack } from '../../../ui/layout/layout.tsx'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { type SentFilter, sentQuery } from './sent-queries.ts'
import { SentSheet } from './sent-sheet.tsx'
import { SentBadge } from './sent-state.tsx'
import { SentSubject } from './sent-subject.tsx'

/** What was sent to whom, and how it went. `state`: the filter that the list opens with. */
export function SentScreen({ state }: { state: SentState | undefined }) {
  const intl = useIntl()
  const [filter, setFilter] = useState<SentFilter>({ q: '', state: state ?? '', channel: '', stage: '' })
  const [open, setOpen] = useState<SentNotification>()
  const query = useInfiniteQuery(sentQuery(filter))
  const columns = useColumns()
  const missing = Object.values(filter).some(Boolean) ? 'none' : 'nothing'
  const title = intl.formatMessage({ id: 'administration-notifications.title' })
  return (
    <Page title={title} lead={<FormattedMessage id="administration-notifications.lead" />}>
      <Stack>
        <Filters filter={filter} onChange={setFilter} />
        <Pages query={query}>
          {(items) => (
            <Card flush>
              <Table
                caption={title}
                columns={columns}
                rows={items}
                rowKey={({ id }) => id}
                onOpen={setOpen}
                empty={
                  <EmptyState
                    icon={BellRing}
                    title={<FormattedMessage id={`administration-notifications.${missing}`} />}
                    next={<FormattedMessage id={`administration-notifications.${missing}.next`} />}
                  />
                }
              />
            </Card>
          )}
        </Pages>
      </Stack>
      <SentSheet sent={open} onClose={() => setOpen(undefined)} />
    </Page>
  )
}

function Filters({ filter, onChange }: { filter: SentFilter; onChange: (filter: SentFilter) => void }) {
  const intl = useIntl()
  const all = { value: '', label: intl.formatMessage({ id: 'administration-notifications.all' }) }
  const set = (changes: Partial<SentFilter>) => onChange({ ...filter, ...changes })
  return (
    <Grid columns="medium">
      <SearchField
        label={<FormattedMessage id="administration-notifications.search" />}
        value={filter.q}
        onSearch={(q) => set({ q })}
      />
      <Select
        label={<FormattedMessage id="administration-notifications.outcome" />}
        value={filter.state}
        onChange={({ target }) => set({ state: target.value as SentFilter['state'] })}
        options={[
          all,
          ...sentStates.map((value) => ({
            value,
            label: intl.formatMessage({ id: `administration-notifications.state.${value}` }),
          })),
        ]}
      />
      <Select
        label={<FormattedMessage id="administration-notifications.way" />}
        value={filter.channel}
        onChange={({ target }) => set({ channel: target.value as SentFilter['channel'] })}
        options={[
          all,
          ...ChannelType.options.map((value) => ({
            value,
            label: intl.formatMessage({ id: `administration-notifications.channel.${value}` }),
          })),
        ]}
      />
      <Select
        label={<FormattedMessage id="administration-notifications.kind" />}
        value={filter.stage}
        onChange={({ target }) => set({ stage: target.value as SentFilter['stage'] })}
        options={[
          all,
          ...sentStages.map((value) => ({
            value,
            label: intl.formatMessage({ id: `administration-notifications.stage.${value}` }),
          })),
        ]}
      />
    </Grid>
  )
}

function useColumns(): TableColumn<SentNotification>[] {
  const intl = useIntl()
  const header = (id: 'kind' | 'to' | 'way' | 'outcome' | 'attempts' | 'created') =>
    intl.formatMessage({ id: `administration-notifications.${id}` })
  return [
    { id: 'kind', header: header('kind'), cell: (sent) => <SentSubject sent={sent} />, phone: 'title' },
    {
      id: 'created',
      header: header('created'),
      cell: ({ created }) => intl.formatDate(created, { dateStyle: 'short', timeStyle: 'short' }),
      phone: 'fact',
    },
    {
      id: 'to',
      header: header('to'),
      cell: ({ name, address }) => [name, address].filter(Boolean).join(', '),
      phone: 'hidden',
    },
    {
      id: 'way',
      header: header('way'),
      cell: ({ channel }) => <FormattedMessage id={`administration-notifications.channel.${channel}`} />,
      phone: 'hidden',
    },
    { id: 'outcome', header: header('outcome'), cell: ({ state }) => <SentBadge state={state} />, phone: 'fact' },
    {
      id: 'attempts',
      header: header('attempts'),
      align: 'end',
      cell: ({ attempts }) => intl.formatNumber(attempts),
      phone: 'hidden',
    },
  ]
}
