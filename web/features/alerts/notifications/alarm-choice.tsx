import type { AlarmType } from '#domain/alerts/alarm.ts'
import { alarmTypes } from '#domain/alerts/alarm-types.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'

export type WhichAlarms = 'all' | 'some'

/** Chooses which alarms: all, including those of later versions, or some. */
export function AlarmChoice({
  which,
  onWhich,
  chosen,
  missing,
}: {
  which: WhichAlarms
  onWhich: (which: WhichAlarms) => void
  chosen: readonly AlarmType[] | null
  missing: boolean
}) {
  return (
    <Stack gap={1}>
      <SegmentedControl
        label={<FormattedMessage id="notification-screen.alarms" />}
        wide
        value={which}
        onChange={onWhich}
        segments={(['all', 'some'] as const).map((value) => ({
          value,
          label: <FormattedMessage id={`notification-screen.alarms.${value}`} />,
        }))}
      />
      {which === 'some' && <AlarmTypes name="alarmTypes" chosen={chosen ?? alarmTypes} missing={missing} />}
    </Stack>
  )
}

/** A checkbox for every alarm type, or for some. */
export function AlarmTypes({
  name,
  types = alarmTypes,
  chosen,
  missing = false,
}: {
  name: string
  types?: readonly AlarmType[]
  chosen: readonly AlarmType[]
  missing?: boolean
}) {
  return types.map((type, index) => (
    <Checkbox
      key={type}
      name={name}
      value={type}
      defaultChecked={chosen.includes(type)}
      label={<FormattedMessage id={`alarm.type.${type}`} />}
      error={missing && index === types.length - 1 && <FormattedMessage id="error.notification_type_missing" />}
    />
  ))
}
