import { useQuery } from '@tanstack/react-query'
import { Scale as ScaleIcon } from 'lucide-react'
import { useState } from 'react'
import type { ScaleType } from '#domain/hives/scale.ts'
import type { MidnightValue } from '#domain/hives/timeline.ts'
import { DayBars } from '../../../charts/small/day-bars.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { Table, type TableColumn } from '../../../ui/display/table.tsx'
import { DateRange, type RangePreset } from '../../../ui/fields/date-range.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { usePhone } from '../../../ui/media.ts'
import { Banner } from '../../../ui/status/banner.tsx'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { changesByDay, daysUntil } from './midnight-days.ts'
import { midnightsQuery } from './midnights-query.ts'

/** A scale or thermometer, as another feature sees it. */
export type Measuring = { id: number; name: string; type: ScaleType }

const DEFAULT_DAYS = 14
const BARS_AT_MOST = 120

/** One scale's weights at midnight, and the change on each day; nothing for a transmitter that only has thermometers. */
export function MidnightsCard({
  controllerId,
  scales: all,
  now,
}: {
  controllerId: number
  scales: readonly Measuring[]
  /** Epoch ms. */
  now: () => number
}) {
  const intl = useIntl()
  const scales = all.filter(({ type }) => type === 'weight')
  const [today] = useState(now)
  const presets = [DEFAULT_DAYS, 30, 90].map(
    (days): RangePreset => ({
      id: String(days),
      label: intl.formatMessage({ id: 'controller-screen.days' }, { days }),
      ...daysUntil(today, days),
    }),
  )
  const [range, choose] = useState(daysUntil(today, DEFAULT_DAYS))
  const [chosen, setChosen] = useState<number>()
  const query = useQuery({ ...midnightsQuery(controllerId, range), enabled: scales.length > 0 })
  const scaleId = scales.some(({ id }) => id === chosen) ? chosen : scales[0]?.id
  const title = <FormattedMessage id="controller-screen.midnights" />
  if (scaleId === undefined) {
    if (all.length > 0) return null
    return (
      <Card title={title}>
        <EmptyState
          icon={ScaleIcon}
          title={<FormattedMessage id="settings-screen.scales.none" />}
          next={<FormattedMessage id="settings-screen.scales.none.next" />}
        />
      </Card>
    )
  }
  return (
    <Card title={title}>
      <Stack>
        <Text tone="neutral">
          <FormattedMessage id="controller-screen.midnights.lead" />
        </Text>
        {scales.length > 1 && (
          <Select
            label={<FormattedMessage id="settings-screen.scale.name" />}
            value={String(scaleId)}
            options={scales.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(event) => setChosen(Number(event.target.value))}
          />
        )}
        <DateRange
          label={intl.formatMessage({ id: 'controller-screen.range' })}
          value={range}
          presets={presets}
          max={daysUntil(today, 0).to}
          onChange={choose}
        />
        <Loaded query={query}>
          {(answer) => {
            const shown = answer.scales.find((scale) => scale.scaleId === scaleId)
            const name = scales.find(({ id }) => id === scaleId)?.name
            return (
              <Stack>
                {shown?.damaged && (
                  <Banner tone="loss" title={<FormattedMessage id="scale.damaged" values={{ name }} />} />
                )}
                <Days days={shown?.days ?? []} />
              </Stack>
            )
          }}
        </Loaded>
      </Stack>
    </Card>
  )
}

function Days({ days }: { days: readonly MidnightValue[] }) {
  const intl = useIntl()
  const phone = usePhone()
  const known = days.filter(({ weight }) => weight !== null)
  if (known.length === 0) {
    return (
      <EmptyState
        icon={ScaleIcon}
        title={<FormattedMessage id="controller-screen.midnights.none" />}
        next={<FormattedMessage id="controller-screen.midnights.none.next" />}
      />
    )
  }
  const kg = (value: number | null) =>
    // what is rounded to zero has no minus
    value === null
      ? '–'
      : intl.formatMessage({ id: 'controller-screen.kg' }, { kg: Math.abs(value) < 0.005 ? 0 : value })
  const kgChange = (value: number | null) =>
    value === null ? '–' : intl.formatMessage({ id: 'controller-screen.kgChange' }, { kg: value })
  const columns: TableColumn<MidnightValue>[] = [
    {
      id: 'date',
      header: intl.formatMessage({ id: 'controller-screen.midnight' }),
      sortBy: ({ date }) => date,
      cell: ({ date }) => intl.formatDate(`${date}T12:00:00`, { dateStyle: 'medium' }),
    },
    {
      id: 'weight',
      header: intl.formatMessage({ id: 'controller-screen.weight' }),
      align: 'end',
      sortBy: ({ weight }) => weight,
      cell: ({ weight }) => kg(weight),
    },
    {
      id: 'delta',
      header: intl.formatMessage({ id: 'controller-screen.change' }),
      align: 'end',
      sortBy: ({ delta }) => delta,
      cell: ({ delta }) => kgChange(delta),
    },
  ]
  const table = (
    <Table
      caption={intl.formatMessage({ id: 'controller-screen.midnights' })}
      columns={columns}
      rows={days.toReversed()}
      rowKey={({ date }) => date}
    />
  )
  return (
    <Stack>
      {days.length <= BARS_AT_MOST && (
        <DayBars days={changesByDay(days)} label={intl.formatMessage({ id: 'controller-screen.midnights.bars' })} />
      )}
      {phone ? (
        <Disclosure summary={<FormattedMessage id="controller-screen.midnights.table" />}>{table}</Disclosure>
      ) : (
        table
      )}
    </Stack>
  )
}
