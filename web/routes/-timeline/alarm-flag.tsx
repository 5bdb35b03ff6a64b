import { BellOff } from 'lucide-react'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { HOUR_MS } from '#domain/platform/durations.ts'
import { AlarmCard } from '../../features/alerts/alarms/alarm-card.tsx'
import type { Apiary } from '../../features/alerts/alarms/alarm-place.tsx'
import { useMute } from '../../features/alerts/notifications/mute-queries.ts'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Button } from '../../ui/button.tsx'
import { AlarmCourse } from '../-course/alarm-course.tsx'

/** What the flag of an alarm opens: why it rang, the verdict, and an hour of quiet. `now` in epoch ms. */
export function AlarmFlag({
  alarm,
  place,
  apiary,
  own,
  now,
  onMuted,
}: {
  alarm: Alarm
  place: string
  apiary: Apiary | undefined
  /** Whether this account may give a verdict and mute. */
  own: boolean
  now: () => number
  onMuted: () => void
}) {
  const mute = useMute()
  return (
    <AlarmCard
      alarm={alarm}
      place={place}
      apiary={apiary}
      open={alarm.status === 'open' || alarm.status === 'provisional'}
      mayJudge={own}
      after={<AlarmCourse alarm={alarm} mayChange={own} />}
      actions={
        own && (
          <Button
            icon={BellOff}
            busy={mute.isPending}
            onClick={() =>
              mute.mutate(
                {
                  controllerId: alarm.controllerId,
                  types: [alarm.type],
                  enddate: new Date(now() + HOUR_MS).toISOString(),
                  keepsLonger: true,
                },
                { onSuccess: onMuted },
              )
            }
          >
            <FormattedMessage id="timeline.muteAnHour" />
          </Button>
        )
      }
    />
  )
}
