import type { ReactNode } from 'react'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { useIntl } from '../../../i18n/intl.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { AlarmChoices } from './alarm-choices.tsx'
import { AlarmWhy } from './alarm-why.tsx'

/** The actions for an open alarm, below its hive; for a transmitter's alarm also what it is and why it rang. */
export function AlarmActions({
  alarm,
  mayJudge,
  children,
}: {
  alarm: Alarm
  mayJudge: boolean
  /** More buttons beside the verdict. */
  children?: ReactNode
}) {
  const intl = useIntl()
  return (
    <Stack gap={2}>
      {alarm.scaleId === null && (
        <>
          <Text strong>{intl.formatMessage({ id: `alarm.type.${alarm.type}` })}</Text>
          {alarm.why.length > 0 && <AlarmWhy why={alarm.why} />}
        </>
      )}
      <AlarmChoices alarm={alarm} mayJudge={mayJudge}>
        {children}
      </AlarmChoices>
    </Stack>
  )
}
