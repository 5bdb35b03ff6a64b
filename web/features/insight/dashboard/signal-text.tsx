import { SignalHigh, SignalLow, SignalMedium } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { Icon } from '../../../ui/icon.tsx'
import { signalStrength } from './apiary-summary.ts'
import styles from './dashboard.module.css'

const icons = { good: SignalHigh, fair: SignalMedium, weak: SignalLow }

/** How well a transmitter is received, in dBm and in a word. */
export function SignalText({ dbm }: { dbm: number }) {
  const strength = signalStrength(dbm)
  return (
    <span className={styles.signal}>
      <Icon of={icons[strength]} size={16} />
      <span>
        <FormattedMessage id={`dashboard.signal.${strength}`} values={{ dbm }} />
      </span>
    </span>
  )
}
