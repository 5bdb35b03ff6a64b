import { productName } from '../../../app-settings.ts'
import styles from './logo.module.css'

/** The product's logo and name: a comb cell with a weight curve in it. */
export function Logo({ size = 'small' }: { size?: 'small' | 'large' }) {
  return (
    <span className={styles.logo} data-size={size}>
      <svg className={styles.mark} viewBox="0 0 32 32" fill="none" aria-hidden="true">
        <path className={styles.cell} d="M16 2 28 9v14l-12 7L4 23V9z" />
        <path className={styles.curve} d="M8 20.5 12.5 18l4 1.5 4-7.5L24 9.5" />
      </svg>
      {productName}
    </span>
  )
}
