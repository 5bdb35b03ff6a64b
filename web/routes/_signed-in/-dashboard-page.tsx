import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Alarm } from '#domain/alerts/alarm.ts'
import type { DashboardScale } from '#domain/insight/dashboard.ts'
import { AlarmCard } from '../../features/alerts/alarms/alarm-card.tsx'
import { openAlarmsQuery, recentAlarmsQuery } from '../../features/alerts/alarms/alarm-queries.ts'
import { AlarmStrip } from '../../features/alerts/alarms/alarm-strip.tsx'
import { dashboardQuery } from '../../features/insight/dashboard/dashboard-queries.ts'
import { DashboardScreen } from '../../features/insight/dashboard/dashboard-screen.tsx'
import { useLiveDashboard } from '../../features/insight/dashboard/live-dashboard.ts'
import { MuteForAnHour } from '../../features/insight/dashboard/mute-for-an-hour.tsx'
import { useNow } from '../../features/insight/dashboard/use-now.ts'
import { RenewLink } from '../../features/shop/subscriptions/renew-link.tsx'
import { timelineOf } from './-timeline-of.ts'

const clock = () => Date.now()

/** The dashboard, composed of the transmitters and the alarms that wait for a look. */
export function DashboardPage() {
  useLiveDashboard()
  const now = useNow(clock)
  const { alarm: linkedId } = useSearch({ from: '/_signed-in/dashboard' })
  const { data: controllers } = useQuery(dashboardQuery)
  const { data: open } = useQuery({ ...openAlarmsQuery, refetchOnMount: 'always' })
  const waiting = open?.filter(({ verdict }) => verdict === null)
  const isLinked = linkedId !== undefined
  const recent = useQuery({ ...recentAlarmsQuery, enabled: isLinked, refetchOnMount: 'always' })
  const linked = [...(open ?? []), ...(recent.data ?? [])].find(({ id }) => id === linkedId)
  const isGone = isLinked && recent.isFetchedAfterMount && recent.isSuccess && !recent.isFetching
  const toTimeline = useCallback((scales: readonly DashboardScale[]) => timelineOf(scales, now), [now])

  const card = (alarm: Alarm) => {
    const controller = controllers?.find(({ id }) => id === alarm.controllerId)
    const scale = controller?.scales.find(({ id }) => id === alarm.scaleId)
    return (
      <AlarmCard
        alarm={alarm}
        level={2}
        place={scale?.name ?? controller?.name ?? ''}
        open={waiting?.includes(alarm) ?? false}
        mayJudge={controller?.access === 'own'}
        actions={
          controller && (
            <>
              {alarm.type === 'subscription' && controller.access === 'own' && (
                <RenewLink controllerId={controller.id} />
              )}
              <MuteForAnHour controller={controller} type={alarm.type} now={now} />
            </>
          )
        }
      />
    )
  }
  return (
    <DashboardScreen
      now={now}
      openAlarms={waiting?.length}
      toTimeline={toTimeline}
      alarms={
        controllers && <AlarmStrip open={waiting ?? []} linked={linked ?? (isGone ? 'gone' : undefined)} card={card} />
      }
    />
  )
}
