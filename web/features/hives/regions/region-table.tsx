import { Earth, Plus, Search } from 'lucide-react'
import { useState } from 'react'
import type { AdministeredRegion, Region } from '#domain/hives/regions/region.ts'
import { matchesSearch } from '#domain/platform/search-words.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Table, type TableColumn } from '../../../ui/display/table.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Fill, Row, Stack } from '../../../ui/layout/layout.tsx'
import { RowLink } from '../../../ui/navigation/row-link.ts'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { useHourWords } from './use-hour-words.ts'

type Listed = Omit<Region, 'geojson'> & Partial<Pick<AdministeredRegion, 'userCount' | 'controllerCount'>>

/** A searchable table of regions; `onAdd` is given if they may be changed. */
export function RegionTable({ regions, onAdd }: { regions: readonly Listed[]; onAdd?: (() => void) | undefined }) {
  const intl = useIntl()
  const [sought, seek] = useState('')
  const columns = useColumns(onAdd !== undefined)
  const found = regions.filter(({ name }) => matchesSearch(name, sought))
  const add = onAdd && (
    <Button kind="primary" icon={Plus} onClick={onAdd}>
      <FormattedMessage id="region.add" />
    </Button>
  )
  if (regions.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={Earth}
          title={<FormattedMessage id="region.none" />}
          next={<FormattedMessage id={onAdd ? 'region.none.next' : 'region.none.wait'} />}
          action={add}
        />
      </Card>
    )
  }
  return (
    <Stack>
      <Row align="end">
        <Fill>
          <TextField
            type="search"
            icon={Search}
            label={<FormattedMessage id="region.search" />}
            value={sought}
            onChange={(event) => seek(event.target.value)}
          />
        </Fill>
        {add}
      </Row>
      <Card flush>
        <Table
          caption={intl.formatMessage({ id: 'region.all' })}
          columns={columns}
          rows={found}
          rowKey={({ id }) => id}
          link={({ id }, title) => (
            <RowLink to="." search={{ region: id }}>
              {title}
            </RowLink>
          )}
          empty={
            <EmptyState
              icon={Search}
              title={<FormattedMessage id="region.notFound" />}
              next={<FormattedMessage id="region.notFound.next" />}
              action={
                <Button onClick={() => seek('')}>
                  <FormattedMessage id="region.all" />
                </Button>
              }
            />
          }
        />
      </Card>
    </Stack>
  )
}

function useColumns(counted: boolean): TableColumn<Listed>[] {
  const intl = useIntl()
  const { hour, offset } = useHourWords()
  const header = (id: 'name' | 'priority' | 'utcOffset' | 'alarmHours' | 'userCount' | 'controllerCount') =>
    intl.formatMessage({ id: `region.${id}` })
  const number = (value = 0) => intl.formatNumber(value)
  const columns: TableColumn<Listed>[] = [
    { id: 'name', header: header('name'), sortBy: ({ name }) => name, cell: ({ name }) => name },
    {
      id: 'alarmHours',
      header: header('alarmHours'),
      sortBy: ({ alarmFrom }) => alarmFrom,
      cell: ({ alarmFrom, alarmTo }) => `${hour(alarmFrom)}–${hour(alarmTo)}`,
      phone: 'fact',
    },
    {
      id: 'utcOffset',
      header: header('utcOffset'),
      sortBy: ({ utcOffset }) => utcOffset,
      cell: ({ utcOffset }) => offset(utcOffset),
      phone: counted ? 'hidden' : 'fact',
    },
    {
      id: 'priority',
      header: header('priority'),
      align: 'end',
      sortBy: ({ priority }) => priority,
      cell: ({ priority }) => number(priority),
      phone: 'hidden',
    },
  ]
  if (!counted) return columns
  return [
    ...columns,
    {
      id: 'userCount',
      header: header('userCount'),
      align: 'end',
      sortBy: ({ userCount = 0 }) => userCount,
      cell: ({ userCount }) => number(userCount),
      phone: 'fact',
    },
    {
      id: 'controllerCount',
      header: header('controllerCount'),
      align: 'end',
      sortBy: ({ controllerCount = 0 }) => controllerCount,
      cell: ({ controllerCount }) => number(controllerCount),
      phone: 'hidden',
    },
  ]
}
