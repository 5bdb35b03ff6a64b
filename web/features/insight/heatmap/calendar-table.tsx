import { useMemo } from 'react'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Table } from '../../../ui/display/table.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { noon } from './heatmap-period.ts'
import type { Quantity } from './heatmap-search.ts'
import { dayFigure, HOURS, type HourGrid } from './hour-grid.ts'
import { useFigures } from './use-figures.ts'

type DayRow = { date: string; figure: number; lowest: number; highest: number }

/** The calendar day by day in words, for people who cannot see colors or want the figures. */
export function CalendarTable({
  grid,
  days,
  quantity,
  onOpenDay,
}: {
  grid: HourGrid
  days: readonly string[]
  quantity: Quantity
  onOpenDay: (date: string) => void
}) {
  const intl = useIntl()
  const { words } = useFigures(quantity)
  const rows = useMemo(
    () =>
      days.flatMap((date, day): DayRow[] => {
        const figure = dayFigure(grid, day, quantity)
        if (figure === undefined) return []
        const known = [...grid.values.subarray(day * HOURS, (day + 1) * HOURS)].filter((value) => !Number.isNaN(value))
        return [{ date, figure, lowest: Math.min(...known), highest: Math.max(...known) }]
      }),
    [grid, days, quantity],
  )
  const column = (id: 'figure' | 'lowest' | 'highest', header: string) => ({
    id,
    header,
    align: 'end' as const,
    cell: (row: DayRow) => words(row[id]),
    sortBy: (row: DayRow) => row[id],
  })
  return (
    <Disclosure summary={<FormattedMessage id="heatmap.table" />}>
      <Table
        caption={intl.formatMessage({ id: 'heatmap.table' })}
        rows={rows}
        rowKey={({ date }) => date}
        onOpen={({ date }) => onOpenDay(date)}
        columns={[
          {
            id: 'date',
            header: intl.formatMessage({ id: 'heatmap.day' }),
            cell: ({ date }) => intl.formatDate(noon(date), { dateStyle: 'medium' }),
            sortBy: ({ date }) => date,
          },
          column('figure', intl.formatMessage({ id: quantity === 'change' ? 'heatmap.wholeDay' : 'heatmap.dayMean' })),
          column('lowest', intl.formatMessage({ id: 'heatmap.lowest' })),
          column('highest', intl.formatMessage({ id: 'heatmap.highest' })),
        ]}
      />
    </Disclosure>
  )
}
