import { CalendarDays } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Stat } from '../../../ui/display/stat.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import type { Picked } from './gain-map.tsx'
import type { GainMarks } from './gain-marks.ts'
import { NONE, useFigures } from './use-figures.ts'

/** Renders the links to a hive's pages. */
export type LinksOf = (hive: { controllerId: number; scaleId: number }) => ReactNode

/** What was tapped on the map, on the day shown. */
export function GainReadout({
  marks,
  picked,
  day,
  linksOf,
  onCalendar,
}: {
  marks: GainMarks
  picked: Picked | undefined
  day: number
  linksOf: LinksOf
  onCalendar: (scaleId: number) => void
}) {
  const { unit, number, tone } = useFigures('change')
  const hive = picked?.kind === 'hive' ? marks.hives[picked.index] : undefined
  const area = picked?.kind === 'area' ? marks.areas[picked.index] : undefined
  const mark = hive ?? area
  if (!mark) {
    return (
      <Text tone="neutral">
        <FormattedMessage id="heatmap.tapMark" />
      </Text>
    )
  }
  const grams = mark.gainsGrams[day] ?? null
  return (
    <Row gap={6} align="end">
      <div role="status">
        <Stat
          label={
            area ? (
              <FormattedMessage id="heatmap.regionMean" values={{ name: area.name }} />
            ) : (
              `${hive!.name}, ${hive!.place}`
            )
          }
          value={grams === null ? NONE : number(grams / 1000)}
          unit={unit}
          tone={tone((grams ?? 0) / 1000)}
        />
      </div>
      {hive && (
        <Row>
          <Button icon={CalendarDays} onClick={() => onCalendar(hive.scaleId)}>
            <FormattedMessage id="heatmap.toCalendar" />
          </Button>
          {linksOf(hive)}
        </Row>
      )}
    </Row>
  )
}
