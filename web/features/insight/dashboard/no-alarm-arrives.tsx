import { Link } from '@tanstack/react-router'
import { BellOff } from 'lucide-react'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './today-sentence.module.css'

/** Warns that alarms are not known to arrive anywhere, and offers a way to receive them. */
export function NoAlarmArrives() {
  return (
    <Link className={styles.noAlarm} to="/setup" hash="alarms">
      <Icon of={BellOff} />
      <FormattedMessage id="dashboard.noAlarmArrives" />
    </Link>
  )
}
