import { CloudOff, SignalLow } from 'lucide-react'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './frame.module.css'

/** A line below the bar: there is no network, or it does not respond, and the app continues with what it has. */
export function OfflineLine({ online }: { online: boolean }) {
  return (
    <p className={styles.offline} role="status">
      <Icon of={online ? SignalLow : CloudOff} size={16} />
      <FormattedMessage id={online ? 'app.weakNetwork' : 'app.noNetwork'} />
    </p>
  )
}
