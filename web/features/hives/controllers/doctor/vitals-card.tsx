import { useQuery } from '@tanstack/react-query'
import { BatteryMedium } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { Controller } from '#domain/hives/controller.ts'
import { quantities } from '#domain/hives/quantities.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { FormattedMessage, useIntl } from '../../../../i18n/intl.tsx'
import { Loaded } from '../../../../offline/loaded.tsx'
import { useLateReadings } from '../../../../offline/use-timeline-news.ts'
import { SegmentedControl } from '../../../../ui/fields/segmented-control.tsx'
import { Card } from '../../../../ui/layout/card.tsx'
import { Stack } from '../../../../ui/layout/layout.tsx'
import { Text } from '../../../../ui/layout/text.tsx'
import { EmptyState } from '../../../../ui/status/empty-state.tsx'
import { Skeleton } from '../../../../ui/status/skeleton.tsx'
import { doctorQuery } from './doctor-query.ts'
import { lastDays, type Vitals, vitalsQuery } from './vitals-query.ts'

const TimelineChart = lazy(async () => ({
  default: (await import('../../../../charts/timeline-chart.tsx')).TimelineChart,
}))

const choices = ['14', '90', '365'] as const
type Days = (typeof choices)[number]
const levels = { '14': 'hour', '90': 'hour', '365': 'day' } as const

/** The history of battery and signal, and how long the battery will last at its current trend. */
export function VitalsCard({ controller, now }: { controller: Controller; now: () => number }) {
  const intl = useIntl()
  const [days, choose] = useState<Days>('14')
  const span = lastDays(Number(days), controller.lastUpdate, now())
  const query = useQuery(vitalsQuery(controller.id, span, levels[days]))
  useLateReadings(query)
  return (
    <Card title={<FormattedMessage id="controller-screen.vitals" />}>
      <Stack>
        <BatteryEnd id={controller.id} />
        <SegmentedControl
          label={intl.formatMessage({ id: 'controller-screen.range' })}
          labelHidden
          segments={choices.map((value) => ({
            value,
            label: intl.formatMessage({ id: 'controller-screen.days' }, { days: Number(value) }),
          }))}
          value={days}
          onChange={choose}
        />
        <Loaded query={query} waiting={<Skeleton shape="chart" />}>
          {(vitals) => <Curves key={`${span.from} ${span.to}`} vitals={vitals} span={span} name={controller.name} />}
        </Loaded>
      </Stack>
    </Card>
  )
}

function BatteryEnd({ id }: { id: number }) {
  const intl = useIntl()
  const { data: diagnosis } = useQuery(doctorQuery(id))
  const battery = diagnosis?.battery
  if (!battery) return null
  const { volts, daysLeft, hasTrend } = battery
  const heard = Date.parse(diagnosis.lastSeen ?? '')
  const end = heard + (daysLeft ?? 0) * DAY_SECONDS * 1000
  const date = intl.formatDate(end, { dateStyle: 'medium' })
  const words = daysLeft === null ? (hasTrend ? 'steady' : 'young') : daysLeft === 0 ? 'empty' : 'falling'
  return (
    <Text>
      <FormattedMessage id={`controller-screen.battery.${words}`} values={{ volts, days: daysLeft ?? 0, date }} />
    </Text>
  )
}

const ignore = () => undefined

function Curves({ vitals, span, name }: { vitals: Vitals; span: { from: number; to: number }; name: string }) {
  const intl = useIntl()
  const [shown, show] = useState(span)
  const panels = useMemo(
    () =>
      (['battery', 'signal'] as const).map((id, slot) => ({
        id,
        label: intl.formatMessage({ id: `settings-screen.controller.${id}` }),
        ...quantities[id],
        series: [{ key: id, label: name, slot, points: vitals[id] }],
        mode: 'value' as const,
      })),
    [vitals, name, intl],
  )
  if (vitals.battery.time.length + vitals.signal.time.length === 0) {
    return (
      <EmptyState
        icon={BatteryMedium}
        title={<FormattedMessage id="controller-screen.vitals.none" />}
        next={<FormattedMessage id="controller-screen.vitals.none.next" />}
      />
    )
  }
  return (
    <Suspense fallback={<Skeleton shape="chart" />}>
      <TimelineChart
        label={intl.formatMessage({ id: 'controller-screen.vitals' })}
        panels={panels.filter(({ id }) => vitals[id].time.length > 0)}
        span={shown}
        limits={span}
        marks={[]}
        tool="pan"
        onSpan={show}
        onWidth={ignore}
        onReset={() => show(span)}
        onOpenMarks={ignore}
      />
    </Suspense>
  )
}
