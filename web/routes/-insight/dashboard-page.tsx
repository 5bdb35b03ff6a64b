import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Suspense, use, useCallback, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { needsSomebody } from '#domain/insight/season-urgency.ts'
import { isAskedEarly } from '../../api/early-answers.ts'
import { AlarmActions } from '../../features/alerts/alarms/alarm-actions.tsx'
import { isOfWeight } from '../../features/alerts/alarms/alarm-choices.tsx'
import { openAlarmsQuery } from '../../features/alerts/alarms/alarm-queries.ts'
import { useAlarms } from '../../features/alerts/alarms/use-alarms.ts'
import { dashboardQuery, useDashboard } from '../../features/insight/dashboard/dashboard-queries.ts'
import { DashboardScreen } from '../../features/insight/dashboard/dashboard-screen.tsx'
import { LineOf } from '../../features/insight/dashboard/hive-state-words.tsx'
import type { Hive } from '../../features/insight/dashboard/hives.ts'
import { useLiveDashboard } from '../../features/insight/dashboard/live-dashboard.ts'
import { MuteForAnHour } from '../../features/insight/dashboard/mute-for-an-hour.tsx'
import { digestQuery } from '../../features/insight/season/digest-queries.ts'
import { seasonQuery } from '../../features/insight/season/season-queries.ts'
import { user } from '../../features/people/session/session-state.ts'
import { RenewLink } from '../../features/shop/subscriptions/renew-link.tsx'
import { patienceIsOver } from '../../first-screen.ts'
import { deviceClock } from '../../offline/device-clock.ts'
import { unlessJustCome } from '../../offline/query-cache.ts'
import { withoutReload } from '../../offline/reload-once.ts'
import { appIsKept } from '../../offline/service-worker.ts'
import { useNow } from '../../ui/use-now.ts'
import { lazyScreen } from '../-lazy-screen.ts'

const clock = () => Date.now()
const none: never[] = []
/** Few people follow a link to an alarm that no longer waits, so this is loaded with the hives. */
const LinkedAlarmPart = lazyScreen(() => import('../-pieces/hives.ts'), 'LinkedAlarmPart')
const ClockNotice = lazyScreen(() => import('../-pieces/hives.ts'), 'ClockNotice')
const DueLine = lazyScreen(() => import('../-pieces/hives.ts'), 'DueLine')
/** Most of the year there is nothing to do, so its texts are loaded only when there is. */
const SeasonNeeds = lazyScreen(() => import('../-pieces/hives.ts'), 'SeasonNeeds')
const WeekOffer = lazyScreen(() => import('../-pieces/hives.ts'), 'WeekOffer')
const DutyLanding = lazyScreen(() => import('../-pieces/administration.ts'), 'DutyLanding', 'administration')
/** If it cannot be loaded, Today stays as it is. */
const loadHow = () => withoutReload(async () => (await import('../-pieces/hives.ts')).howWords())
/** Can wait: on a weak network, loading it would take as long again as all of Today. */
function LaterWeekOffer() {
  use(appIsKept)
  return <WeekOffer />
}
const NotePart = lazyScreen(() => import('../-pieces/hives.ts'), 'NotePart')

/** What is due at a hive after a swarm. */
const lineOf = ({ scale, isDue }: Hive) =>
  isDue && (
    <Suspense>
      <DueLine scaleId={scale.id} />
    </Suspense>
  )

/** If the device has no data for Today yet, waits for what the page requested while the app was loading; it arrives at about the same time as the app. */
export async function earlyAnswersAreThere(client: QueryClient): Promise<void> {
  if (!isAskedEarly('/api/dashboard') || client.getQueryData(dashboardQuery.queryKey)) return
  const answers = [client.prefetchQuery(dashboardQuery), client.prefetchQuery(openAlarmsQuery)]
  await Promise.race([Promise.all(answers), patienceIsOver()])
}

/** Today, composed of the hives and the alarms that are waiting to be looked at. */
export function DashboardPage() {
  useLiveDashboard()
  const now = useNow(clock)
  const { alarmsArrive, admin, manager } = useSnapshot(user)
  const isWrongTime = useSnapshot(deviceClock).aheadMs !== 0
  const { alarm: linkedId, open: opened } = useSearch({ from: '/_signed-in/dashboard' })
  const { data: controllers } = useDashboard()
  const { data: open = none, isLoading } = useAlarms({ ...openAlarmsQuery, refetchOnMount: unlessJustCome })
  const { data: season = none } = useQuery({ ...seasonQuery, enabled: !!controllers?.length })
  const { data: digest, isFetching } = useQuery({ ...digestQuery, enabled: season.length > 0 })
  const waiting = useMemo(() => open.filter(({ verdict }) => verdict === null), [open])
  const isElsewhere = linkedId !== undefined && !isLoading && !waiting.some(({ id }) => id === linkedId)

  // the same as long as nothing of this changes: the hives of a large apiary are slow to render
  const placeOf = useCallback(
    (alarm: Alarm) => {
      const controller = controllers?.find(({ id }) => id === alarm.controllerId)
      const scale = controller?.scales.find(({ id }) => id === alarm.scaleId)
      return { controller, name: scale?.name ?? controller?.name ?? '', mayJudge: controller?.access === 'own' }
    },
    [controllers],
  )
  const more = useCallback(
    (alarm: Alarm) => {
      const { controller } = placeOf(alarm)
      if (!controller) return null
      return (
        <>
          {alarm.type === 'subscription' && controller.access === 'own' && <RenewLink controllerId={controller.id} />}
          {/* weight alarms are muted together, by one button for the whole place */}
          {!isOfWeight(alarm) && <MuteForAnHour controller={controller} type={alarm.type} now={now} />}
        </>
      )
    },
    [placeOf, now],
  )
  const alarmPart = useCallback(
    (alarm: Alarm) => (
      <AlarmActions alarm={alarm} mayJudge={placeOf(alarm).mayJudge}>
        {more(alarm)}
      </AlarmActions>
    ),
    [placeOf, more],
  )
  // people who look after others and have no hives have other things to do today, unless an alarm brought them here
  if (controllers?.length === 0 && (admin || manager) && linkedId === undefined) return <DutyLanding admin={admin} />
  return (
    <>
      <LineOf value={lineOf}>
        <DashboardScreen
          now={now}
          openAlarms={waiting}
          alarmsArrive={alarmsArrive}
          linkedAlarm={linkedId}
          alarmPart={alarmPart}
          needsPart={(controller) => {
            const own = season.filter(({ controllerId }) => controllerId === controller.id)
            return (
              own.some(needsSomebody) && (
                <Suspense>
                  <SeasonNeeds controller={controller} season={own} />
                </Suspense>
              )
            )
          }}
          notices={
            <>
              {isWrongTime && (
                <Suspense>
                  <ClockNotice />
                </Suspense>
              )}
              {isElsewhere && controllers && (
                <Suspense>
                  <LinkedAlarmPart id={linkedId} open={open} placeOf={placeOf} more={more} />
                </Suspense>
              )}
            </>
          }
          loadHow={loadHow}
          offer={
            digest &&
            !(digest.notAsked || isFetching) && (
              <Suspense>
                <LaterWeekOffer />
              </Suspense>
            )
          }
        />
      </LineOf>
      {opened && controllers && (
        <Suspense>
          <NotePart places={controllers} />
        </Suspense>
      )}
    </>
  )
}
