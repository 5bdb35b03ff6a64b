import { Fragment, type ReactNode } from 'react'
import styles from './facts.module.css'

/** What is known of one thing, name by name. */
export function Facts({ facts }: { facts: readonly { id: string; name: ReactNode; value: ReactNode }[] }) {
  return (
    <div className={styles.frame}>
      <dl className={styles.facts}>
        {facts.map(({ id, name, value }) => (
          <Fragment key={id}>
            <dt className={styles.term}>{name}</dt>
            <dd className={styles.fact}>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  )
}
