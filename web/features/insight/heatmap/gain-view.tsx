import { useQuery } from '@tanstack/react-query'
import { CalendarDays, MapPinOff } from 'lucide-react'
import { useMemo } from 'react'
import type { Controller } from '#domain/hives/controller.ts'
import type { Region } from '#domain/hives/regions/region.ts'
import type { Scale } from '#domain/hives/scale.ts'
import { dayAfter } from '#domain/insight/heatmap.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { toDayInput } from '../../../i18n/local-input.ts'
import { hasWebGl } from '../../../map/has-web-gl.ts'
import { Loaded } from '../../../offline/loaded.tsx'
import { Button } from '../../../ui/button.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'
import { DamagedScales } from './damaged-scales.tsx'
import { gainMarks, lastKnownDay } from './gain-marks.ts'
import { GainPlayer } from './gain-player.tsx'
import type { LinksOf } from './gain-readout.tsx'
import type { Period } from './heatmap-period.ts'
import { gainsQuery } from './heatmap-queries.ts'

/** Hives and regions on a map, day by day. */
export function GainView({
  period,
  controllers,
  scales,
  regions,
  now,
  linksOf,
  onCalendar,
}: {
  period: Period
  controllers: readonly Controller[]
  scales: readonly Scale[]
  regions: readonly Region[]
  /** Epoch ms. */
  now: () => number
  linksOf: LinksOf
  /** Opens the calendar, for a scale if one was chosen. */
  onCalendar: (scaleId?: number) => void
}) {
  const able = hasWebGl()
  const query = useQuery({ ...gainsQuery(period), enabled: able })
  const marks = useMemo(
    () => query.data && gainMarks(query.data, controllers, scales, regions),
    [query.data, controllers, scales, regions],
  )
  const damaged = new Set(query.data?.scales.flatMap((scale) => (scale.damaged ? [scale.scaleId] : [])))
  const damagedNames = scales.filter(({ id }) => damaged.has(id)).map(({ name }) => name)
  const toCalendar = (
    <Button icon={CalendarDays} onClick={() => onCalendar()}>
      <FormattedMessage id="heatmap.toCalendar" />
    </Button>
  )
  if (!able) {
    return (
      <Banner tone="stale" icon={MapPinOff} title={<FormattedMessage id="heatmap.noWebGl" />} actions={toCalendar}>
        <FormattedMessage id="heatmap.noWebGlNext" />
      </Banner>
    )
  }
  return (
    <Loaded query={query} waiting={<Skeleton shape="chart" />}>
      {() => {
        const first = marks && lastKnownDay(marks, period.days, dayAfter(toDayInput(new Date(now())), -1))
        if (!marks || first === undefined) {
          return (
            <Stack>
              <DamagedScales names={damagedNames} />
              <EmptyState
                icon={MapPinOff}
                title={<FormattedMessage id="heatmap.noGains" />}
                next={<FormattedMessage id="heatmap.noGainsNext" />}
                action={toCalendar}
              />
            </Stack>
          )
        }
        return (
          <Stack>
            <DamagedScales names={damagedNames} />
            <GainPlayer
              key={period.from + period.to}
              marks={marks}
              days={period.days}
              first={first}
              linksOf={linksOf}
              onCalendar={onCalendar}
            />
          </Stack>
        )
      }}
    </Loaded>
  )
}
