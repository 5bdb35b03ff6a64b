import { Link } from '@tanstack/react-router'
import { BellOff } from 'lucide-react'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './today-sentence.module.css'

/** That no alarm is known to arrive anywhere, and the way to hear one. */
export function NoAlarmArrives() {
  return (
    <Link className={styles.noAlarm} to="/setup" hash="alarms">
      <Icon of={BellOff} />
      <FormattedMessage id="dashboard.noAlarmArrives" />
    </Link>
  )
}
