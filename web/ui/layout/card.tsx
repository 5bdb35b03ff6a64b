import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './card.module.css'

/** One thing with its facts, on a surface with a thin border. Never put a card in a card; divide the inside with `Stack`. */
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
  /** A small line below the title, such as the age of the data. */
  meta?: ReactNode
  /** Other cards may have the same title, so the line below is part of the accessible name, too. */
  isOneOfMany?: boolean
  actions?: ReactNode
  tone?: 'alarm' | 'loss' | 'stale' | undefined
  /** Without padding, for a table or chart that extends to the edge. */
  flush?: boolean | undefined
  /** The hash that links use to get here; works even if the card appears after the navigation. */
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
