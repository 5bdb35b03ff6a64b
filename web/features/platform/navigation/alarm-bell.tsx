import { Bell } from 'lucide-react'
import { FormattedMessage, FormattedNumber } from '../../../i18n/intl.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'
import styles from './alarm-bell.module.css'

/** The highest number shown; of more, it says that there are more. */
const MOST = 99

/** The bell, with the number of alarms waiting for a verdict, which screen readers hear as it changes. */
export function AlarmBell({ count, size = 20 }: { count: number; size?: 20 | 24 }) {
  return (
    <span className={styles.bell}>
      <Icon of={Bell} size={size} />
      {count > 0 && (
        <span className={styles.count} aria-hidden="true">
          <FormattedNumber value={Math.min(count, MOST)} />
          {count > MOST && '+'}
        </span>
      )}
      <span aria-live="polite">
        <VisuallyHidden>{count > 0 && <FormattedMessage id="app.nav.openAlarms" values={{ count }} />}</VisuallyHidden>
      </span>
    </span>
  )
}
