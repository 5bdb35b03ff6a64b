import type { ReactNode } from 'react'
import type { Analysis, ScaleSeason } from '#domain/insight/analysis.ts'
import type { MessageId } from '../../../../locales/message-id.ts'
import { DayBars } from '../../../charts/small/day-bars.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Stat } from '../../../ui/display/stat.tsx'
import { Table } from '../../../ui/display/table.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Grid, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { Amount, Day, How, Kg, Month } from './figures.tsx'
import { type WeatherDay, weatherOfMonth } from './weather-days.ts'

type Props = {
  scale: ScaleSeason
  /** Its rank among all scales, 1 being the best; null if it has none. */
  rank: number | null
  count: number
  season: Analysis['season']
  weather: ReadonlyMap<string, WeatherDay>
  /** Why weather is missing. */
  weatherLack: ReactNode
  /** The daily gains; nothing if none are known. */
  bars: ReactNode
  /** Cards about its location: temperature sums, region, feed. */
  children: ReactNode
}

/** Everything about one scale in one season. */
export function ScaleSeasonView({ scale, rank, count, weather, weatherLack, bars, children }: Props) {
  return (
    <Stack>
      {scale.damaged && (
        <Banner tone="loss" title={<FormattedMessage id="scale.damaged" values={{ name: scale.name }} />} />
      )}
      <GainCard scale={scale} rank={rank} count={count} weather={weather} bars={bars} />
      <Grid columns="wide">
        <FlowCard scale={scale} />
        <WinterCard scale={scale} />
        <ColonyCard scale={scale} />
        {children}
      </Grid>
      <MonthCard scale={scale} weather={weather} weatherLack={weatherLack} />
    </Stack>
  )
}

function GainCard({ scale, rank, count, weather, bars }: Pick<Props, 'scale' | 'rank' | 'count' | 'weather' | 'bars'>) {
  const intl = useIntl()
  const { gain, bestDays } = scale
  return (
    <Card title={<FormattedMessage id="analysis.gain" />}>
      <Stack gap={3}>
        {gain === null ? (
          <Text>
            <FormattedMessage id="analysis.gain.unknown" />
          </Text>
        ) : (
          <Row gap={6} align="end">
            <Stat
              size="large"
              label={<FormattedMessage id="analysis.gain.days" values={{ days: gain.days }} />}
              value={intl.formatNumber(gain.kg, {
                signDisplay: 'exceptZero',
                minimumFractionDigits: 1,
                maximumFractionDigits: 1,
              })}
              unit="kg"
              tone={gain.kg < 0 ? 'loss' : 'gain'}
            />
            {rank !== null && (
              <Stat
                label={<FormattedMessage id="analysis.rank" />}
                value={<FormattedMessage id="analysis.rankOf" values={{ rank, count }} />}
              />
            )}
          </Row>
        )}
        {bars}
        {bestDays.length > 0 && (
          <Table
            caption={intl.formatMessage({ id: 'analysis.bestDays' })}
            rows={bestDays}
            rowKey={({ date }) => date}
            columns={[
              {
                id: 'date',
                header: intl.formatMessage({ id: 'analysis.bestDays' }),
                cell: ({ date }) => <Day date={date} />,
              },
              {
                id: 'kg',
                header: intl.formatMessage({ id: 'analysis.gain' }),
                align: 'end',
                cell: ({ kg }) => <Kg value={kg} sign />,
              },
              {
                id: 'weather',
                header: intl.formatMessage({ id: 'analysis.weather' }),
                align: 'end',
                cell: ({ date }) => <WeatherWords of={weather.get(date)} />,
              },
            ]}
          />
        )}
        <How of={['gain', 'bestDays']} />
      </Stack>
    </Card>
  )
}

const WeatherWords = ({ of }: { of: WeatherDay | undefined }) =>
  of ? (
    <>
      <Amount value={of.temperature} unit="°C" /> · <Amount value={of.rainMm} unit="mm" />
    </>
  ) : (
    '–'
  )

function FlowCard({ scale: { flows } }: Pick<Props, 'scale'>) {
  const intl = useIntl()
  return (
    <Card title={<FormattedMessage id="analysis.flows" />}>
      <Stack gap={3}>
        {flows.length === 0 ? (
          <Text>
            <FormattedMessage id="analysis.flows.none" />
          </Text>
        ) : (
          <Table
            caption={intl.formatMessage({ id: 'analysis.flows' })}
            rows={flows}
            rowKey={({ from }) => from}
            columns={[
              {
                id: 'span',
                header: intl.formatMessage({ id: 'analysis.flows.span' }),
                cell: ({ from, to, goesOn }) => (
                  <>
                    <Day date={from} /> – {goesOn ? <FormattedMessage id="analysis.flows.goesOn" /> : <Day date={to} />}
                  </>
                ),
              },
              {
                id: 'kg',
                header: intl.formatMessage({ id: 'analysis.gain' }),
                align: 'end',
                cell: ({ kg }) => <Kg value={kg} sign />,
              },
            ]}
          />
        )}
        <How of={['flows']} />
      </Stack>
    </Card>
  )
}

function WinterCard({ scale: { winter, winterWeeks = [] } }: Pick<Props, 'scale'>) {
  const intl = useIntl()
  const kg = (value: number, digits: number) =>
    intl.formatNumber(value, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      signDisplay: 'negative',
    })
  return (
    <Card title={<FormattedMessage id="analysis.winter" />}>
      <Stack gap={3}>
        {winter === null ? (
          <Text>
            <FormattedMessage id="analysis.winter.unknown" />
          </Text>
        ) : (
          <Row gap={6} align="end">
            <Stat label={<FormattedMessage id="analysis.winterPerWeek" />} value={kg(winter.kgPerWeek, 2)} unit="kg" />
            <Stat
              label={<FormattedMessage id="analysis.winter.days" values={{ days: winter.days }} />}
              value={kg(winter.kg, 1)}
              unit="kg"
            />
          </Row>
        )}
        {winterWeeks.some(({ kg }) => kg !== null) && (
          <DayBars
            label={intl.formatMessage({ id: 'analysis.winter.weeks' })}
            days={winterWeeks.map(({ date, kg }) => ({ date, delta: kg === null ? null : -kg }))}
          />
        )}
        <How of={['winter']} />
      </Stack>
    </Card>
  )
}

function ColonyCard({ scale: { foragers, nights } }: Pick<Props, 'scale'>) {
  const intl = useIntl()
  const kg = (value: number) =>
    intl.formatNumber(value, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'negative' })
  const days = (id: 'analysis.foragers.days' | 'analysis.nights.days', of: { days: number } | null) =>
    of ? <FormattedMessage id={id} values={{ days: of.days }} /> : <FormattedMessage id="analysis.tooFew" />
  return (
    <Card title={<FormattedMessage id="analysis.colony" />}>
      <Stack gap={3}>
        <Row gap={6} align="end">
          <Stat
            label={<FormattedMessage id="analysis.foragers" />}
            value={foragers ? kg(foragers.kg) : '–'}
            unit={foragers && 'kg'}
            note={days('analysis.foragers.days', foragers)}
          />
          <Stat
            label={<FormattedMessage id="analysis.night" />}
            value={nights ? kg(nights.kg) : '–'}
            unit={nights && 'kg'}
            note={days('analysis.nights.days', nights)}
          />
        </Row>
        <How of={['foragers', 'nights']} />
      </Stack>
    </Card>
  )
}

function MonthCard({ scale: { months }, weather, weatherLack }: Pick<Props, 'scale' | 'weather' | 'weatherLack'>) {
  const intl = useIntl()
  if (months.length === 0) return null
  const header = (id: MessageId) => intl.formatMessage({ id })
  const rows = months.map((month) => ({ ...month, ...weatherOfMonth(weather, month.month) }))
  type Row = (typeof rows)[number]
  const column = (id: keyof Row & string, name: MessageId, cell: (row: Row) => ReactNode, phone?: 'fact') => ({
    id,
    header: header(name),
    align: 'end' as const,
    cell,
    sortBy: (row: Row) => row[id],
    phone: phone ?? ('hidden' as const),
  })
  return (
    <Stack gap={3}>
      <Card title={<FormattedMessage id="analysis.months" />} flush>
        <Table
          caption={intl.formatMessage({ id: 'analysis.months' })}
          rows={rows}
          rowKey={({ month }) => month}
          columns={[
            {
              id: 'month',
              header: header('analysis.month'),
              cell: ({ month }) => <Month month={month} />,
              sortBy: ({ month }) => month,
              phone: 'title' as const,
            },
            column('gainKg', 'analysis.gain', ({ gainKg }) => <Kg value={gainKg} sign />, 'fact'),
            column(
              'temperature',
              'analysis.temperature',
              (row) => <Amount value={row.temperature} unit="°C" />,
              'fact',
            ),
            column('rainMm', 'analysis.rain', (row) => <Amount value={row.rainMm} unit="mm" />, 'fact'),
            column('foragersKg', 'analysis.foragers', (row) => <Kg value={row.foragersKg} digits={2} />),
            column('nightKg', 'analysis.night', (row) => <Kg value={row.nightKg} digits={2} />),
          ]}
        />
      </Card>
      {weatherLack}
      <How of={['months']} />
    </Stack>
  )
}
