import { useQuery } from '@tanstack/react-query'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { Sparkline } from '../../../charts/small/sparkline.tsx'
import { FormattedMessage, FormattedNumber, useIntl } from '../../../i18n/intl.tsx'
import { useLateReadings } from '../../../offline/use-timeline-news.ts'
import { Stat } from '../../../ui/display/stat.tsx'
import styles from './alarm-curve.module.css'
import { type AlarmHours, alarmHoursQuery, changeSince } from './alarm-curve-query.ts'

/** What happened to the weight: the change, and the curve of the hours around with the moment it began. */
export function AlarmCurve({ alarm, place }: { alarm: Alarm; place: string }) {
  const { scaleId, weightChange } = alarm
  if (scaleId === null) return null
  return (
    <div className={styles.happened}>
      {weightChange !== null && weightChange !== 0 && (
        <Stat
          label={<FormattedMessage id="alarm-card.change" />}
          tone={weightChange > 0 ? 'gain' : 'loss'}
          unit="kg"
          value={
            <FormattedNumber
              value={weightChange}
              signDisplay="exceptZero"
              minimumFractionDigits={1}
              maximumFractionDigits={1}
            />
          }
        />
      )}
      <UntilNow alarm={alarm} scaleId={scaleId} />
      <Hours alarm={alarm} scaleId={scaleId} place={place} />
    </div>
  )
}

/** For an alarm that has not ended: the change in weight since it began, as of the last reading. */
function UntilNow({ alarm, scaleId }: { alarm: Alarm; scaleId: number }) {
  const { data: hours } = useQuery(alarmHoursQuery(alarm, scaleId))
  const change = hours && changeSince(hours, alarm.startedAt)
  if (alarm.endedAt !== null || change === undefined) return null
  return (
    <Stat
      label={<FormattedMessage id="alarm-card.untilNow" />}
      tone={change > 0 ? 'gain' : 'loss'}
      unit="kg"
      value={
        <FormattedNumber value={change} signDisplay="exceptZero" minimumFractionDigits={1} maximumFractionDigits={1} />
      }
    />
  )
}

function Hours({ alarm, scaleId, place }: { alarm: Alarm; scaleId: number; place: string }) {
  const query = useQuery(alarmHoursQuery(alarm, scaleId))
  const { data: hours } = query
  useLateReadings(query)
  return <div className={styles.curve}>{hours && hours.time.length > 1 && <Curve {...{ alarm, hours, place }} />}</div>
}

function Curve({ alarm, hours: { time, weight }, place }: { alarm: Alarm; hours: AlarmHours; place: string }) {
  const intl = useIntl()
  const isLong = time.at(-1)! - time[0]! > DAY_SECONDS
  const at = (seconds: number) =>
    intl.formatDate(seconds * 1000, {
      hour: '2-digit',
      minute: '2-digit',
      ...(isLong && { weekday: 'short' }),
    })
  const [from, to] = [at(time[0]!), at(time[time.length - 1]!)]
  const [low, high] = [Math.min(...weight), Math.max(...weight)]
  return (
    <>
      <Sparkline
        time={time}
        values={weight}
        mark={Date.parse(alarm.startedAt) / 1000}
        label={intl.formatMessage({ id: 'alarm-card.curve' }, { place, from, to, low, high })}
      />
      <div className={styles.ends} aria-hidden="true">
        <span>{from}</span>
        <span>{to}</span>
      </div>
    </>
  )
}
