import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './card.module.css'

/** One thing with its facts, on a surface with a hairline. Never a card in a card: divide inside with `Stack`. */
export function Card({
  title,
  level = 2,
  meta,
  isOneOfMany = false,
  actions,
  tone,
  flush = false,
  anchor,
  children,
}: {
  title?: ReactNode
  /** The title's heading level. */
  level?: 2 | 3 | 4
  /** A small line below the title, such as the age of what is shown. */
  meta?: ReactNode
  /** Others may have the same title: the line below is part of its name, too. */
  isOneOfMany?: boolean
  actions?: ReactNode
  tone?: 'alarm' | 'loss' | 'stale' | undefined
  /** Without inner space, for a table or a chart that goes to the edge. */
  flush?: boolean | undefined
  /** Links lead here by this hash, also where the card comes later than its address. */
  anchor?: string | undefined
  children: ReactNode
}) {
  const id = useId()
  const metaId = useId()
  const section = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (anchor && window.location.hash === `#${anchor}`) section.current?.scrollIntoView()
  }, [anchor])
  const Heading = `h${level}` as const
  return (
    <section
      ref={section}
      id={anchor}
      className={styles.card}
      data-tone={tone}
      data-flush={flush}
      aria-labelledby={title ? (isOneOfMany && meta ? `${id} ${metaId}` : id) : undefined}
    >
      {(title || actions) && (
        <div className={styles.header}>
          <div>
            {title && (
              <Heading className={styles.title} id={id}>
                {title}
              </Heading>
            )}
            {meta && (
              <div className={styles.meta} id={metaId}>
                {meta}
              </div>
            )}
          </div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      {children}
    </section>
  )
}
