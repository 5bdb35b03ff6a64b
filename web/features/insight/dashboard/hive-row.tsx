import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isHint } from '#domain/alerts/alarm-types.ts'
import type { BarRoom } from '../../../charts/small/day-bars.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'
import type { DashboardMode } from './dashboard-state.ts'
import { HiveChange, HivePicture, HiveWeight } from './hive-figures.tsx'
import { HiveStateWords } from './hive-state-words.tsx'
import type { Hive } from './hives.ts'
import { NoteLink } from './note-link.tsx'
import { type AlarmPart, OpenAlarms } from './open-alarms.tsx'
import styles from './today.module.css'

/** A hive as a row: its name and state, its picture, its weight and change; below, its alarms and what to do about them. */
export function HiveRow({
  hive,
  mode,
  room,
  now,
  linkedAlarm,
  alarmPart,
}: {
  hive: Hive
  mode: DashboardMode
  room: BarRoom
  /** Epoch ms. */
  now: number
  /** The alarm a notification led to: its row scrolls into view and takes the focus. */
  linkedAlarm: number | undefined
  alarmPart: AlarmPart
}) {
  const { scale, controller, alarms } = hive
  const row = useRef<HTMLLIElement>(null)
  const isLinked = alarms.some(({ id }) => id === linkedAlarm)
  useEffect(() => {
    if (!isLinked) return
    row.current?.scrollIntoView({ block: 'center' })
    row.current?.focus({ preventScroll: true })
  }, [isLinked])
  return (
    <li
      ref={row}
      className={styles.hive}
      data-alarm={alarms.some(({ type }) => !isHint(type)) || undefined}
      tabIndex={isLinked ? -1 : undefined}
    >
      <div className={styles.row}>
        <div className={styles.words}>
          <h3 className={styles.name}>
            <Link
              to="/scaleoverview/$expand/$scaleId"
              params={{ expand: String(controller.id), scaleId: String(scale.id) }}
              search={alarms[0] ? { alarm: alarms[0].id } : {}}
              className={styles.link}
            >
              {scale.name}
            </Link>
          </h3>
          <HiveStateWords hive={hive} now={now} />
        </div>
        <div className={styles.picture}>
          <HivePicture scale={scale} mode={mode} room={room} />
        </div>
        <div className={styles.figures}>
          <span className={styles.weight}>
            <HiveWeight scale={scale} />
          </span>
          {scale.type === 'weight' && (
            <VisuallyHidden>
              <FormattedMessage id="dashboard.change24h" />{' '}
            </VisuallyHidden>
          )}
          <HiveChange scale={scale} />
        </div>
        <NoteLink hive={hive} />
      </div>
      <OpenAlarms alarms={alarms} alarmPart={alarmPart} />
    </li>
  )
}
