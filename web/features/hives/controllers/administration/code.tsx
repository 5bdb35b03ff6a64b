import styles from './code.module.css'

/** Characters to be copied exactly. */
export function Code({ children }: { children: string }) {
  return <code className={styles.code}>{children}</code>
}
