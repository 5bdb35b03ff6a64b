import { FormattedMessage, useIntl } from 'react-intl'
import { DayBars } from '../../../charts/day-bars.tsx'
import { Grid } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { ChangeStat } from './change-stat.tsx'
import { changeToday, dayChanges, sumOfDays } from './day-changes.ts'
import type { FiguresProps } from './figures.ts'

/** A bar a day over 14 days, with today so far, yesterday and all of it in numbers. */
export function BarFigures({ scale }: FiguresProps) {
  const intl = useIntl()
  const days = dayChanges(scale)
  const sum = sumOfDays(days)
  return (
    <>
      <Grid columns="pair" gap={3}>
        <ChangeStat label={<FormattedMessage id="dashboard.today" />} change={changeToday(scale)} />
        <ChangeStat label={<FormattedMessage id="dashboard.yesterday" />} change={days.at(-1)?.delta ?? null} />
      </Grid>
      <DayBars
        days={days}
        label={intl.formatMessage({ id: 'dashboard.bars' }, { name: scale.name, count: days.length })}
      />
      {sum !== null && (
        <Text size={13} tone="neutral">
          <FormattedMessage id="dashboard.sum" values={{ count: days.length, sum }} />
        </Text>
      )}
    </>
  )
}
