import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Stat } from '../../../ui/display/stat.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import type { Cell } from './calendar-layout.ts'
import { noon } from './heatmap-period.ts'
import type { Quantity } from './heatmap-search.ts'
import { dayFigure, HOURS, type HourGrid } from './hour-grid.ts'
import { NONE, useFigures } from './use-figures.ts'

/** The values at the calendar's cursor: the hour, and its day. */
export function CalendarReadout({
  grid,
  date,
  cell: { day, hour },
  quantity,
  action,
}: {
  grid: HourGrid
  date: string
  cell: Cell
  quantity: Quantity
  action: ReactNode
}) {
  const intl = useIntl()
  const { unit, number, tone } = useFigures(quantity)
  const value = grid.values[day * HOURS + hour]!
  const whole = dayFigure(grid, day, quantity)
  const say = (figure: number | undefined) => (figure === undefined || Number.isNaN(figure) ? NONE : number(figure))
  return (
    <Row gap={6} align="end" justify="between">
      <div role="status">
        <Stack gap={2} align="start">
          <Text strong>{intl.formatDate(noon(date), { dateStyle: 'full' })}</Text>
          <Row gap={6} align="end">
            <Stat
              label={<FormattedMessage id="heatmap.hour" values={{ from: hour, to: hour + 1 }} />}
              value={say(value)}
              unit={unit}
              tone={tone(value)}
            />
            <Stat
              label={<FormattedMessage id={quantity === 'change' ? 'heatmap.wholeDay' : 'heatmap.dayMean'} />}
              value={say(whole)}
              unit={unit}
              tone={tone(whole)}
            />
          </Row>
        </Stack>
      </div>
      {action}
    </Row>
  )
}
