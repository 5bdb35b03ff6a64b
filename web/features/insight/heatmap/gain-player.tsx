import { Pause, Play } from 'lucide-react'
import { lazy, memo, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { LazyMap } from '../../../map/lazy-map.tsx'
import { withoutReload } from '../../../offline/reload-once.ts'
import { Button } from '../../../ui/button.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { Slider } from '../../../ui/fields/slider.tsx'
import { Fill, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { useLook } from '../../../ui/look.ts'
import type { Picked } from './gain-map.tsx'
import type { GainMarks } from './gain-marks.ts'
import { GainReadout, type LinksOf } from './gain-readout.tsx'
import { GainTable } from './gain-table.tsx'
import { HeatLegend } from './heat-legend.tsx'
import { heatPalette } from './heat-scale.ts'
import { noon } from './heatmap-period.ts'
import { labelLetters, placeLabels } from './place-labels.ts'
import { placesView } from './places-view.ts'
import { NONE, useFigures } from './use-figures.ts'
import { type Speed, speeds, usePlayback } from './use-playback.ts'

/** With many hives the table is slow to render, so it follows the slider when there is time. */
const Rows = memo(GainTable)

const GainMap = lazy(async () => ({ default: (await withoutReload(() => import('./gain-map.tsx'))).GainMap }))

/** The map of one day, a slider for the days, and playback controls. */
export function GainPlayer({
  marks,
  days,
  first,
  linksOf,
  onCalendar,
}: {
  marks: GainMarks
  days: readonly string[]
  /** The initial day. */
  first: number
  linksOf: LinksOf
  onCalendar: (scaleId: number) => void
}) {
  const intl = useIntl()
  const look = useLook()
  const { words } = useFigures('change')
  const { day, setDay, follow, playing, toggle, speed, setSpeed, calm } = usePlayback(days.length, first)
  const [picked, pick] = useState<Picked>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` stands for the token colors
  const palette = useMemo(() => heatPalette(true), [look])
  const view = useMemo(() => placesView(marks), [marks])
  const labelsOf = useCallback(
    (of: number) => placeLabels(marks, of, (grams) => (grams === null ? NONE : words(grams / 1000)), labelLetters()),
    [marks, words],
  )
  const dateOf = (index: number) => intl.formatDate(noon(days[index]!), { dateStyle: 'full' })
  const settled = useDeferredValue(day)
  return (
    <Stack gap={4}>
      <Row gap={3} align="end" wrap={false}>
        <Button icon={playing ? Pause : Play} kind="primary" onClick={toggle}>
          <FormattedMessage id={playing ? 'heatmap.pause' : 'heatmap.play'} />
        </Button>
        <Fill>
          <Slider
            label={intl.formatMessage({ id: 'heatmap.day' })}
            words={dateOf(day)}
            min={0}
            max={days.length - 1}
            value={day}
            onChange={setDay}
          />
        </Fill>
      </Row>
      {!calm && (
        <SegmentedControl
          label={<FormattedMessage id="heatmap.speed" />}
          value={speed}
          onChange={setSpeed}
          segments={(Object.keys(speeds) as Speed[]).map((value) => ({
            value,
            label: <FormattedMessage id={`heatmap.speed.${value}`} />,
          }))}
        />
      )}
      <LazyMap instead={<FormattedMessage id="heatmap.noMapNext" />}>
        <GainMap
          label={intl.formatMessage({ id: 'heatmap.map' })}
          initialView={view}
          marks={marks}
          days={days.length}
          day={day}
          playing={playing}
          follow={follow}
          palette={palette}
          labelsOf={labelsOf}
          onPick={pick}
        />
      </LazyMap>
      <HeatLegend palette={palette} low={words(marks.scale.low)} middle={words(0)} high={words(marks.scale.high)} />
      <GainReadout marks={marks} picked={picked} day={day} linksOf={linksOf} onCalendar={onCalendar} />
      <Text tone="neutral">
        <FormattedMessage id="heatmap.how.map" />
      </Text>
      {!playing && <Rows marks={marks} day={settled} date={dateOf(settled)} />}
    </Stack>
  )
}
