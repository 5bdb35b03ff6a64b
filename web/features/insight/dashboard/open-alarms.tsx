import type { ReactNode } from 'react'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import styles from './today.module.css'

/** Renders the actions for an alarm; composed where the features meet. */
export type AlarmPart = (alarm: Alarm) => ReactNode

const SHOWN = 2

/** The most serious alarms of a hive or transmitter, each with its actions, and a link to the rest. A hive's only alarm is named in its row instead. */
export function OpenAlarms({
  alarms,
  alone = false,
  alarmPart,
}: {
  /** Most serious first. */
  alarms: readonly Alarm[]
  /** Shown on its own, not in a row. */
  alone?: boolean
  alarmPart: AlarmPart
}) {
  const more = alarms.length - SHOWN
  return (
    <>
      {alarms.slice(0, SHOWN).map((alarm) => (
        <div key={alarm.id} className={styles.alarm} data-alone={alone || undefined}>
          {!alone && alarms.length > 1 && (
            <Text strong>
              <FormattedMessage id={`alarm.type.${alarm.type}`} />
            </Text>
          )}
          {alarmPart(alarm)}
        </div>
      ))}
      {more > 0 && (
        <div className={styles.alarm}>
          <ButtonLink kind="quiet" to="/alarms">
            <FormattedMessage id="dashboard.today.more" values={{ count: more }} />
          </ButtonLink>
        </div>
      )}
    </>
  )
}
