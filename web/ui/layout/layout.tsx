import type { CSSProperties, ReactNode } from 'react'
import styles from './layout.module.css'

/** A step on the 4 px grid: `4` is 16 px. */
export type Space = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 8 | 10 | 12

type Tag = 'div' | 'section' | 'ul' | 'ol' | 'li' | 'nav' | 'header' | 'footer'

const alignments = { start: 'flex-start', center: 'center', end: 'flex-end', baseline: 'baseline', stretch: 'stretch' }
const justifications = { start: 'flex-start', center: 'center', end: 'flex-end', between: 'space-between' }

interface LayoutProps {
  gap?: Space
  align?: keyof typeof alignments
  /** The HTML element, if `div` is not specific enough; for a form use `Form`. */
  as?: Tag
  children: ReactNode
}

function variables(gap: Space, align?: keyof typeof alignments, justify?: keyof typeof justifications): CSSProperties {
  return {
    '--gap': `var(--space-${gap})`,
    ...(align && { '--align': alignments[align] }),
    ...(justify && { '--justify': justifications[justify] }),
  } as CSSProperties
}

/** Children one below the other. */
export function Stack({ gap = 4, align, as: Tag = 'div', children }: LayoutProps) {
  return (
    <Tag className={styles.stack} style={variables(gap, align)}>
      {children}
    </Tag>
  )
}

/** Children side by side, wrapping where space is narrow. */
export function Row({
  gap = 3,
  align,
  justify,
  wrap = true,
  as: Tag = 'div',
  children,
}: LayoutProps & { justify?: keyof typeof justifications; wrap?: boolean }) {
  return (
    <Tag className={styles.row} data-wrap={wrap} style={variables(gap, align, justify)}>
      {children}
    </Tag>
  )
}

/** Takes up the remaining space in a `Row` without wrapping. */
export function Fill({ children }: { children?: ReactNode }) {
  return <div className={styles.fill}>{children}</div>
}

/** As many equal columns as fit: `pair` always two, `small` from 112 px (numbers), `medium` 240, `card` 320, `wide` 480. */
export function Grid({
  gap = 4,
  columns = 'card',
  as: Tag = 'div',
  children,
}: Omit<LayoutProps, 'align'> & { columns?: 'pair' | 'small' | 'medium' | 'card' | 'wide' }) {
  return (
    <Tag className={styles.grid} data-columns={columns} style={variables(gap)}>
      {children}
    </Tag>
  )
}

/** Limits forms and text to a readable width inside a wider page. */
export function Reading({ children }: { children: ReactNode }) {
  return <div className={styles.reading}>{children}</div>
}

/** A screen: its heading, its actions, its content. The surrounding frame provides the `<main>`. */
export function Page({
  title,
  lead,
  actions,
  width = 'full',
  children,
}: {
  title: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  /** `reading` for forms and text: at most 640 px wide. */
  width?: 'full' | 'reading'
  children: ReactNode
}) {
  return (
    <div className={styles.page} data-width={width}>
      <header className={styles.header}>
        <div>
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}
