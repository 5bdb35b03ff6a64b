import { Fragment, type ReactNode } from 'react'
import styles from './facts.module.css'

/** The facts known about one thing, as a list of names and values. */
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
