import { CalendarDays, Grid3x3, Map as MapIcon } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { Controller } from '#domain/hives/controller.ts'
import type { Region } from '#domain/hives/regions/region.ts'
import type { Scale } from '#domain/hives/scale.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Page, Row, Stack } from '../../../ui/layout/layout.tsx'
import { usePhone } from '../../../ui/media.ts'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { calendarChoice } from './calendar-choice.ts'
import { CalendarView } from './calendar-view.tsx'
import { DamagedHours } from './damaged-scales.tsx'
import type { LinksOf } from './gain-readout.tsx'
import { GainView } from './gain-view.tsx'
import styles from './heatmap.module.css'
import { periodOf, usualMapPeriod, usualPeriod } from './heatmap-period.ts'
import { FIRST_YEAR, type HeatmapSearch, quantities } from './heatmap-search.ts'
import type { TileSource } from './use-hour-tiles.ts'

/** The heat map: a calendar of one scale, or a map of all scales and the regions. */
export function HeatmapScreen({
  search,
  onSearch,
  controllers,
  scales,
  regions,
  source,
  now,
  linksOf,
  onOpenDay,
}: {
  search: HeatmapSearch
  onSearch: (changes: Partial<HeatmapSearch>) => void
  controllers: readonly Controller[]
  scales: readonly Scale[]
  regions: readonly Region[]
  source: TileSource
  /** Epoch ms. */
  now: () => number
  linksOf: LinksOf
  /** Opens the timeline of a scale on a day. */
  onOpenDay: (scaleId: number, date: string) => void
}) {
  const intl = useIntl()
  const thisYear = new Date(now()).getFullYear()
  const { weighing, measuring, scale, shown, quantity } = calendarChoice(scales, search)
  const view = search.view ?? 'calendar'
  const last = lastUpdate(controllers, scale) ?? now()
  const usual = view === 'map' ? usualMapPeriod(last, now()) : usualPeriod(last)
  const year = Math.min(search.year ?? usual.year, thisYear)
  const whole = search.whole ?? (search.year === undefined && usual.whole)
  const period = useMemo(() => periodOf(year, whole), [year, whole])
  const years = Array.from({ length: thisYear - FIRST_YEAR + 1 }, (_, back) => String(thisYear - back))

  return (
    <Page
      title={<FormattedMessage id="heatmap.title" />}
      actions={
        <SegmentedControl
          label={<FormattedMessage id="heatmap.view" />}
          labelHidden
          value={view}
          onChange={(next) => onSearch({ view: next === 'map' ? 'map' : undefined })}
          segments={[
            { value: 'calendar', label: <FormattedMessage id="heatmap.view.calendar" />, icon: CalendarDays },
            { value: 'map', label: <FormattedMessage id="heatmap.view.map" />, icon: MapIcon },
          ]}
        />
      }
    >
      <Stack gap={4}>
        <Choices>
          <Select
            label={<FormattedMessage id="heatmap.year" />}
            value={String(year)}
            options={years.map((value) => ({ value, label: value }))}
            onChange={({ target }) => onSearch({ year: Number(target.value), whole })}
          />
          <Select
            label={<FormattedMessage id="heatmap.period" />}
            value={whole ? 'year' : 'season'}
            options={(['season', 'year'] as const).map((value) => ({
              value,
              label: intl.formatMessage({ id: `heatmap.period.${value}` }),
            }))}
            onChange={({ target }) => onSearch({ year, whole: target.value === 'year' })}
          />
          {view === 'calendar' && scale && (
            <>
              <Select
                label={<FormattedMessage id="heatmap.scale" />}
                value={String(scale.id)}
                onChange={({ target }) => onSearch({ scale: Number(target.value) })}
              >
                {controllers.map(({ id, name }) => (
                  <optgroup key={id} label={name}>
                    {measuring
                      .filter(({ controllerId }) => controllerId === id)
                      .map((one) => (
                        <option key={one.id} value={one.id}>
                          {one.name}
                        </option>
                      ))}
                  </optgroup>
                ))}
              </Select>
              <Select
                label={<FormattedMessage id="heatmap.show" />}
                value={quantity}
                onChange={({ target }) =>
                  onSearch({ show: quantities.find((one) => one === target.value && one !== 'change') })
                }
                options={shown.map((value) => ({
                  value,
                  label: intl.formatMessage({ id: `heatmap.show.${value}` }),
                }))}
              />
              <Row>{linksOf({ controllerId: scale.controllerId, scaleId: scale.id })}</Row>
            </>
          )}
        </Choices>
        {view === 'map' ? (
          <GainView
            period={period}
            controllers={controllers}
            scales={weighing}
            regions={regions}
            now={now}
            linksOf={linksOf}
            onCalendar={(scaleId) => onSearch({ view: undefined, ...(scaleId !== undefined && { scale: scaleId }) })}
          />
        ) : scale ? (
          <Stack>
            <DamagedHours scale={scale} period={period} />
            <CalendarView
              key={scale.id}
              scale={scale}
              quantity={quantity}
              period={period}
              source={source}
              now={now}
              onOpenDay={(date) => onOpenDay(scale.id, date)}
            />
          </Stack>
        ) : (
          <EmptyState
            icon={Grid3x3}
            title={<FormattedMessage id="heatmap.noScales" />}
            next={<FormattedMessage id="heatmap.noScalesNext" />}
            action={
              <ButtonLink kind="primary" to="/settings/register">
                <FormattedMessage id="heatmap.register" />
              </ButtonLink>
            }
          />
        )}
      </Stack>
    </Page>
  )
}

/** When the scale's transmitter last sent or, without a scale, any of them (epoch ms). */
function lastUpdate(controllers: readonly Controller[], scale: Scale | undefined): number | undefined {
  const asked = controllers.filter(({ id }) => !scale || id === scale.controllerId)
  const times = asked.flatMap(({ lastUpdate: at }) => (at === null ? [] : [Date.parse(at)]))
  return times.length > 0 ? Math.max(...times) : undefined
}

/** In pairs on a phone, so that what they control stays in view. */
function Choices({ children }: { children: ReactNode }) {
  return usePhone() ? (
    <div className={styles.choices}>{children}</div>
  ) : (
    <Row gap={4} align="end">
      {children}
    </Row>
  )
}
