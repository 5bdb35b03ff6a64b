import type { AdministeredRegion } from '#domain/hives/regions/region.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/display/facts.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { useHourWords } from './use-hour-words.ts'

const fields = ['name', 'priority', 'utcOffset', 'alarmFrom', 'alarmTo'] as const

/** What somebody else has stored since the form was opened, and a button to save it all the same. */
export function RegionChanged({
  before,
  stored,
  onSave,
}: {
  before: AdministeredRegion
  stored: AdministeredRegion
  /** Called before the form is submitted. */
  onSave: () => void
}) {
  const intl = useIntl()
  const { hour, offset } = useHourWords()
  const words = {
    name: stored.name,
    priority: intl.formatNumber(stored.priority),
    utcOffset: offset(stored.utcOffset),
    alarmFrom: hour(stored.alarmFrom),
    alarmTo: hour(stored.alarmTo),
  }
  const facts = fields.flatMap((field) =>
    stored[field] === before[field]
      ? []
      : [{ id: field, name: <FormattedMessage id={`region.${field}`} />, value: words[field] }],
  )
  const shape = {
    id: 'shape',
    name: <FormattedMessage id="region.way" />,
    value: <FormattedMessage id="region.changed.shape" />,
  }
  return (
    <Stack gap={3}>
      <FormattedMessage id="region.changed.now" />
      <Facts facts={isShapeChanged(before, stored) ? [...facts, shape] : facts} />
      <Row>
        <Button type="submit" onClick={onSave}>
          <FormattedMessage id="region.changed.save" />
        </Button>
      </Row>
    </Stack>
  )
}

/** Whether somebody else has drawn another shape since. */
export const isShapeChanged = (before: AdministeredRegion, stored: AdministeredRegion): boolean =>
  JSON.stringify(before.geojson) !== JSON.stringify(stored.geojson)
