import { FormattedMessage } from '../../i18n/intl.tsx'
import { classNames } from '../class-names.ts'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './skeleton.module.css'

/** The outline of content that is still loading, so that nothing jumps when it arrives. `count`: lines of text or table rows. */
export function Skeleton({ shape = 'text', count = 3 }: { shape?: 'text' | 'stat' | 'chart' | 'row'; count?: number }) {
  const bars = shape === 'text' || shape === 'row' ? count : 1
  return (
    <div className={styles.skeleton} role="status" data-loading="">
      <VisuallyHidden>
        <FormattedMessage id="ui.loading" />
      </VisuallyHidden>
      {Array.from({ length: bars }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity
        <div key={index} className={classNames(styles.bar, styles[shape])} />
      ))}
    </div>
  )
}
