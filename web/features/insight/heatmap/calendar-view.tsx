import { CalendarX, ChartLine, RotateCw } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Scale } from '#domain/hives/scale.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { DataAge } from '../../../offline/data-age.tsx'
import { Button } from '../../../ui/button.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { useLook } from '../../../ui/look.ts'
import { usePhone } from '../../../ui/media.ts'
import { Banner } from '../../../ui/status/banner.tsx'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { Progress } from '../../../ui/status/progress.tsx'
import { CalendarCanvas } from './calendar-canvas.tsx'
import type { Cell } from './calendar-layout.ts'
import { CalendarReadout } from './calendar-readout.tsx'
import { CalendarTable } from './calendar-table.tsx'
import { HeatLegend } from './heat-legend.tsx'
import { heatPalette, heatScale } from './heat-scale.ts'
import { type Period, spanOf } from './heatmap-period.ts'
import type { Quantity } from './heatmap-search.ts'
import { hourGrid, isEmptyGrid, knownDays, lastKnownHour } from './hour-grid.ts'
import { useFigures } from './use-figures.ts'
import { type TileSource, useHourTiles } from './use-hour-tiles.ts'

/** One scale, days by hours, on one color scale. */
export function CalendarView({
  scale,
  quantity,
  period,
  source,
  now,
  onOpenDay,
}: {
  scale: Pick<Scale, 'id' | 'controllerId' | 'name'>
  quantity: Quantity
  period: Period
  source: TileSource
  /** Epoch ms. */
  now: () => number
  onOpenDay: (date: string) => void
}) {
  const intl = useIntl()
  const look = useLook()
  const phone = usePhone()
  const figures = useFigures(quantity)
  const span = useMemo(() => spanOf(period), [period])
  // if the scale has no thermometer of its own, use the transmitter's
  const seriesIds = useMemo(
    () => (quantity === 'temperature' ? [scale.id, -scale.controllerId] : [scale.id]),
    [quantity, scale.id, scale.controllerId],
  )
  const { tiles, loading, error, complete, confirmedAt, retry } = useHourTiles(source, seriesIds, span, now)
  // keep the calendar's size while hours are still arriving
  const { grid, days } = useMemo(() => {
    const grids = tiles.map((own) => hourGrid(own, quantity, period.from, period.days.length))
    const whole = grids.find((candidate) => !isEmptyGrid(candidate)) ?? grids[0]!
    return loading ? { grid: whole, days: period.days } : knownDays(whole, period.days)
  }, [tiles, quantity, period, loading])
  const colors = useMemo(() => heatScale(grid.values, quantity), [grid, quantity])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` stands for the token colors
  const palette = useMemo(() => heatPalette(colors.diverging), [colors.diverging, look])

  const [moved, setMoved] = useState<{ of: Period; date: string; hour: number }>()
  const first = lastKnownHour(grid) ?? { day: days.length - 1, hour: 12 }
  const day = moved?.of === period ? days.indexOf(moved.date) : -1
  const cursor: Cell = moved && day >= 0 ? { day, hour: moved.hour } : first
  const empty = isEmptyGrid(grid)
  const again = (
    <Button icon={RotateCw} onClick={retry}>
      <FormattedMessage id="app.again" />
    </Button>
  )

  return (
    <Stack gap={4}>
      {loading && <Progress label={<FormattedMessage id="heatmap.loading" />} />}
      {error !== undefined && <Banner tone="stale" title={<ErrorWords error={error} />} actions={again} />}
      {empty && !loading && error === undefined && !complete && (
        <Banner tone="stale" title={<FormattedMessage id="app.offline.title" />} actions={again}>
          <FormattedMessage id="app.offline.nothingKept" />
        </Banner>
      )}
      {empty ? (
        !loading &&
        error === undefined &&
        complete && (
          <EmptyState
            icon={CalendarX}
            title={<FormattedMessage id="heatmap.noReadings" />}
            next={<FormattedMessage id="heatmap.noReadingsNext" />}
          />
        )
      ) : (
        <>
          <CalendarReadout
            grid={grid}
            date={days[cursor.day]!}
            cell={cursor}
            quantity={quantity}
            action={
              <Button icon={ChartLine} onClick={() => onOpenDay(days[cursor.day]!)}>
                <FormattedMessage id="heatmap.toTimeline" />
              </Button>
            }
          />
          <CalendarCanvas
            label={intl.formatMessage(
              { id: 'heatmap.calendar' },
              { name: scale.name, what: intl.formatMessage({ id: `heatmap.show.${quantity}` }) },
            )}
            grid={grid}
            days={days}
            scale={colors}
            palette={palette}
            cursor={cursor}
            onCursor={({ day: at, hour }) => setMoved({ of: period, date: days[at]!, hour })}
            onOpen={({ day: at }) => onOpenDay(days[at]!)}
          />
          <HeatLegend
            palette={palette}
            low={figures.words(colors.low)}
            middle={colors.diverging ? figures.words(0) : undefined}
            high={figures.words(colors.high)}
          />
          <Text tone="neutral">
            <FormattedMessage id={`heatmap.how.${quantity}`} /> {!phone && <FormattedMessage id="heatmap.keys" />}
          </Text>
          {confirmedAt !== undefined && <DataAge at={confirmedAt} />}
          <CalendarTable grid={grid} days={days} quantity={quantity} onOpenDay={onOpenDay} />
        </>
      )}
    </Stack>
  )
}
