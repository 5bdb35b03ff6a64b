import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { Sparkline } from '../../../charts/sparkline.tsx'
import { Stat } from '../../../ui/stat.tsx'
import styles from './alarm-curve.module.css'
import { type AlarmHours, alarmHoursQuery } from './alarm-curve-query.ts'

/** What happened to the weight: by how much it changed, and the hours around with the moment it began. */
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
      <Hours alarm={alarm} scaleId={scaleId} place={place} />
    </div>
  )
}

function Hours({ alarm, scaleId, place }: { alarm: Alarm; scaleId: number; place: string }) {
  const { data: hours } = useQuery(alarmHoursQuery(alarm, scaleId))
  return <div className={styles.curve}>{hours && hours.time.length > 1 && <Curve {...{ alarm, hours, place }} />}</div>
}

function Curve({ alarm, hours: { time, weight }, place }: { alarm: Alarm; hours: AlarmHours; place: string }) {
  const intl = useIntl()
  const at = (seconds: number) => intl.formatDate(seconds * 1000, { timeStyle: 'short' })
  const [from, to] = [at(time[0]!), at(time[time.length - 1]!)]
  return (
    <>
      <Sparkline
        time={time}
        values={weight}
        mark={Date.parse(alarm.startedAt) / 1000}
        label={intl.formatMessage({ id: 'alarm-card.curve' }, { place, from, to })}
      />
      <div className={styles.ends} aria-hidden="true">
        <span>{from}</span>
        <span>{to}</span>
      </div>
    </>
  )
}
