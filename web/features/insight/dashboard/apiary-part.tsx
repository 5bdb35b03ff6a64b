import { Eye } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import type { BarRoom } from '../../../charts/small/day-bars.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { useKeptFocus } from '../../../ui/use-kept-focus.ts'
import { ApiaryCare } from './apiary-care.tsx'
import type { DashboardMode } from './dashboard-state.ts'
import { HiveRow } from './hive-row.tsx'
import type { Apiary } from './hives.ts'
import { HoldAlarms } from './hold-alarms.tsx'
import { NoReadings } from './no-readings.tsx'
import { type AlarmPart, OpenAlarms } from './open-alarms.tsx'
import styles from './today.module.css'
import { VisitLink } from './visit-link.tsx'

/** One transmitter's part of the dashboard: its name, what needs to be done about it, and its hives. */
export function ApiaryPart({
  apiary: { controller, isSilent, alarms, hives },
  rows,
  mode,
  room,
  now,
  linkedAlarm,
  alarmPart,
  needs,
}: {
  apiary: Apiary
  /** Which of its hives are shown as rows here; the others are in a table. */
  rows: 'all' | 'alarms'
  mode: DashboardMode
  room: BarRoom
  /** Epoch ms. */
  now: number
  linkedAlarm: number | undefined
  alarmPart: AlarmPart
  /** What the season calls for here. */
  needs: ReactNode
}) {
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useKeptFocus(heading, `${controller.mutes.length} ${alarms.length}`)
  const { name, access, scales, lastUpdate, updateInterval } = controller
  const shown = rows === 'all' ? hives : hives.filter((hive) => hive.alarms.length > 0)
  return (
    <section className={styles.apiary} aria-labelledby={headingId}>
      <div className={styles.apiaryHead}>
        <h2 ref={heading} tabIndex={-1} className={styles.apiaryName} id={headingId}>
          {name}
        </h2>
        {access !== 'own' && (
          <Badge tone="accent" icon={Eye}>
            <FormattedMessage id="dashboard.watched" />
          </Badge>
        )}
        {hives.length > 0 && access === 'own' && <VisitLink controller={controller} now={now} />}
        {hives.length > 0 && <HoldAlarms controller={controller} now={now} />}
      </div>
      <ApiaryCare controller={controller} isSilent={isSilent} now={now} />
      {needs}
      <OpenAlarms alone alarms={alarms} alarmPart={alarmPart} />
      {shown.length > 0 && (
        <ul className={styles.hives}>
          {shown.map((hive) => (
            <HiveRow
              key={hive.scale.id}
              hive={hive}
              mode={mode}
              room={room}
              now={now}
              linkedAlarm={linkedAlarm}
              alarmPart={alarmPart}
            />
          ))}
        </ul>
      )}
      {scales.length === 0 && lastUpdate === null && <NoReadings updateIntervalHours={updateInterval} />}
      {hives.length === 0 && lastUpdate !== null && (
        <Text tone="neutral">
          <FormattedMessage id="dashboard.noScales" />
        </Text>
      )}
    </section>
  )
}
