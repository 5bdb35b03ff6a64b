import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { AlarmCard } from '../../features/alerts/alarms/alarm-card.tsx'
import { linkedAlarmQuery } from '../../features/alerts/alarms/alarm-queries.ts'
import { LinkedAlarm } from '../../features/alerts/alarms/linked-alarm.tsx'
import { PushedWords } from '../../features/alerts/alarms/pushed-words.tsx'
import { useAlarms } from '../../features/alerts/alarms/use-alarms.ts'
import { controllersQuery } from '../../features/hives/controllers/controller-queries.ts'
import { CurveLink } from '../../features/hives/hive/hive-links.tsx'
import { AlarmCourse } from '../-course/alarm-course.tsx'

const none: never[] = []

/** The alarm that a link led to but that is not listed: it no longer waits, or it arrived while this device was offline. */
export function LinkedAlarmPart({
  id,
  open,
  placeOf,
  more,
}: {
  id: number
  open: readonly Alarm[]
  placeOf: (alarm: Alarm) => { name: string; mayJudge: boolean }
  more: (alarm: Alarm) => ReactNode
}) {
  const { data: controllers = none } = useQuery(controllersQuery)
  const listed = open.find((one) => one.id === id)
  const asked = useAlarms({ ...linkedAlarmQuery(id), enabled: !listed })
  const alarm = listed ?? asked.data?.[0]
  if (!alarm && asked.isPending && !asked.isError) return null
  if (!alarm && asked.isError) return <PushedWords id={id} />
  if (!alarm) {
    return (
      <>
        <PushedWords id={id} isGone />
        <LinkedAlarm>{null}</LinkedAlarm>
      </>
    )
  }
  return (
    <LinkedAlarm>
      <AlarmCard
        alarm={alarm}
        level={2}
        place={placeOf(alarm).name}
        open={false}
        withCurve
        mayJudge={placeOf(alarm).mayJudge}
        apiary={controllers.find(({ id }) => id === alarm.controllerId)}
        actions={
          <>
            <CurveLink hive={alarm} search={{ alarm: alarm.id }} />
            {more(alarm)}
          </>
        }
        after={<AlarmCourse alarm={alarm} mayChange={placeOf(alarm).mayJudge} level={3} />}
      />
    </LinkedAlarm>
  )
}
