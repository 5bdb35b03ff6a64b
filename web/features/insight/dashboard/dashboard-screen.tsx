import { useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { Fragment, lazy, memo, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Alarm } from '#domain/alerts/alarm.ts'
import type { DashboardController } from '#domain/insight/dashboard.ts'
import { BarAxis, type BarRoom } from '../../../charts/small/day-bars.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { useOnline } from '../../../offline/connection.ts'
import { DataAge } from '../../../offline/data-age.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { useArrived } from '../../../offline/use-arrived.ts'
import { Button } from '../../../ui/button.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { Page } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { usePhone } from '../../../ui/media.ts'
import { Banner } from '../../../ui/status/banner.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'
import { ApiaryPart } from './apiary-part.tsx'
import { sharedRoom } from './bar-room.ts'
import { useDashboard } from './dashboard-queries.ts'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { createDashboardState, type DashboardMode, dashboardModes } from './dashboard-state.ts'
import { dayChanges } from './day-changes.ts'
import { BARS_HEIGHT } from './hive-figures.tsx'
import { type Apiary, apiariesOf, foundApiaries, isUrgent } from './hives.ts'
import { HowComputed, type HowWords } from './how-computed.tsx'
import { NoAlarmArrives } from './no-alarm-arrives.tsx'
import { NoTransmitters } from './no-transmitters.tsx'
import type { AlarmPart } from './open-alarms.tsx'
import styles from './today.module.css'
import { TodaySentence } from './today-sentence.tsx'

const SearchField = lazy(async () => ({ default: (await import('../../../ui/fields/search-field.tsx')).SearchField }))
const HiveTable = lazy(async () => ({ default: memo((await import('./hive-table.tsx')).HiveTable) }))
/** With many hives they are slow to render: not again for every answer that says nothing new. */
const Part = memo(ApiaryPart)

/** With this many hives or more, people search by name rather than scan the list. */
const MANY_HIVES = 12

/** On a large screen with more apiaries than this, those at which nothing is urgent come after the table, so that it is in sight. */
const MANY_APIARIES = 12

/** The Today screen: a sentence on what needs attention, then a row per hive, most urgent first, in one of three modes. */
export function DashboardScreen({
  now,
  openAlarms,
  linkedAlarm,
  alarmPart,
  needsPart,
  notices,
  offer,
  loadHow,
  alarmsArrive,
}: {
  /** Epoch ms. */
  now: number
  /** Alarms waiting for a verdict, newest first. */
  openAlarms: readonly Alarm[]
  /** The alarm that a notification led to. */
  linkedAlarm: number | undefined
  alarmPart: AlarmPart
  /** What the season calls for at an apiary. */
  needsPart: (controller: DashboardController) => ReactNode
  /** Shown at the very top. */
  notices: ReactNode
  /** Shown below the hives. */
  offer: ReactNode
  /** Loads how the figures of a mode are computed. */
  loadHow: () => Promise<HowWords>
  /** Whether alarms are known to arrive anywhere. */
  alarmsArrive: boolean
}) {
  const intl = useIntl()
  const online = useOnline()
  const client = useQueryClient()
  const [state] = useState(() => createDashboardState(client))
  const { mode } = useSnapshot(state)
  const query = useDashboard()
  const controllers = useArrived(query.data)
  const [words, search] = useState('')
  const phone = usePhone()
  const apiaries = useMemo(
    () => apiariesOf(controllers ?? [], openAlarms, intl.locale, now),
    [controllers, openAlarms, intl.locale, now],
  )
  const hives = useMemo(() => apiaries.flatMap((apiary) => apiary.hives), [apiaries])
  const room = useMemo(
    () => sharedRoom(hives.flatMap(({ scale }) => dayChanges(scale).flatMap(({ delta }) => delta ?? []))),
    [hives],
  )
  const found = useMemo(() => foundApiaries(apiaries, words), [apiaries, words])
  const foundHives = useMemo(() => found.flatMap((apiary) => apiary.hives), [found])
  if (!controllers || controllers.length === 0) {
    return (
      <Page title={<FormattedMessage id="app.nav.dashboard" />}>
        {controllers ? (
          <>
            {notices}
            <NoTransmitters />
          </>
        ) : (
          <Loaded query={query} waiting={<DashboardSkeleton />}>
            {() => null}
          </Loaded>
        )}
      </Page>
    )
  }
  const isMany = !phone && apiaries.length > MANY_APIARIES
  const part = (apiary: Apiary) => (
    <Part
      key={apiary.controller.id}
      apiary={apiary}
      rows={phone ? 'all' : 'alarms'}
      mode={mode}
      room={room}
      now={now}
      linkedAlarm={linkedAlarm}
      alarmPart={alarmPart}
      needs={!phone && needsPart(apiary.controller)}
    />
  )
  const table = !phone && (
    <Suspense key="table" fallback={<Skeleton shape="row" count={found.length} />}>
      <HiveTable hives={foundHives} mode={mode} room={room} now={now} />
    </Suspense>
  )
  return (
    <Page
      title={<TodaySentence apiaries={apiaries} now={now} />}
      lead={
        <>
          <DataAge at={query.dataUpdatedAt} /> {!alarmsArrive && <NoAlarmArrives />}
        </>
      }
      actions={
        <SegmentedControl
          label={<FormattedMessage id="dashboard.mode" />}
          labelHidden
          value={mode}
          onChange={(chosen) => {
            state.mode = chosen
          }}
          segments={dashboardModes.map((value) => ({
            value,
            label: <FormattedMessage id={`dashboard.mode.${value}`} />,
          }))}
        />
      }
    >
      {query.isRefetchError && online && (
        <Banner
          tone="stale"
          title={<FormattedMessage id="dashboard.notRefreshed" />}
          actions={
            <Button icon={RotateCw} busy={query.isFetching} onClick={() => void query.refetch()}>
              <FormattedMessage id="app.again" />
            </Button>
          }
        />
      )}
      {notices}
      {hives.length > MANY_HIVES && (
        <Suspense fallback={<Skeleton shape="row" count={1} />}>
          <SearchField label={<FormattedMessage id="dashboard.search" />} value={words} onSearch={search} />
        </Suspense>
      )}
      {found.length === 0 && (
        <Text tone="neutral">
          <FormattedMessage id="dashboard.search.none" values={{ words }} />
        </Text>
      )}
      <div className={styles.list}>
        {!phone && <Legend mode={mode} room={room} />}
        {isMany ? [...found.filter(isUrgent).map(part), table, ...found.filter(canWait).map(part)] : found.map(part)}
        {/* on a phone the legend comes after the hives */}
        {phone && <Legend mode={mode} room={room} />}
      </div>
      {/* on a phone the hives come before the season's advice */}
      {phone && (
        <div className={styles.list} id="season">
          {found.map(({ controller }) => (
            <Fragment key={controller.id}>{needsPart(controller)}</Fragment>
          ))}
        </div>
      )}
      {!isMany && table}
      {offer}
      <HowComputed mode={mode} load={loadHow} />
    </Page>
  )
}

const canWait = (apiary: Apiary) => !isUrgent(apiary)

/** What the pictures of a mode share: the axis of all bars, or the level at which the buckets ring. */
function Legend({ mode, room }: { mode: DashboardMode; room: BarRoom }) {
  return (
    <div className={styles.legend}>
      {mode === 'bars' && <BarAxis room={room} height={BARS_HEIGHT} />}
      <Text tone="neutral">
        <FormattedMessage id={`dashboard.legend.${mode}`} />
      </Text>
    </div>
  )
}
