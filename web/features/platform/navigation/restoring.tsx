import { SpinnerRing } from '../../../ui/spinner.tsx'
import styles from './notice.module.css'

/** While what was kept is restored; without words, since the language is part of it. */
export function Restoring() {
  return (
    <div className={styles.notice} aria-busy="true">
      <SpinnerRing size={200} />
    </div>
  )
}
