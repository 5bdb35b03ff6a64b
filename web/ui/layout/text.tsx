import type { ReactNode, Ref } from 'react'
import type { Tone } from '../tone.ts'
import styles from './text.module.css'

/** A paragraph or inline text; `tone="neutral"` is the quieter color. */
export function Text({
  size,
  tone,
  strong = false,
  as: Tag = 'p',
  children,
}: {
  size?: 15 | 20
  tone?: Tone | undefined
  strong?: boolean | undefined
  as?: 'p' | 'span' | 'div' | 'strong' | 'time'
  children: ReactNode
}) {
  return (
    <Tag
      className={styles.text}
      data-size={size}
      data-tone={tone}
      data-strong={strong || undefined}
      data-measure={Tag === 'p' || undefined}
    >
      {children}
    </Tag>
  )
}

/** A heading inside a page; the page's own title is level 1. With a `ref` it can receive the focus. */
export function Heading({
  level = 2,
  id,
  ref,
  children,
}: {
  level?: 1 | 2 | 3 | 4
  id?: string
  ref?: Ref<HTMLHeadingElement>
  children: ReactNode
}) {
  const Tag = `h${level}` as const
  return (
    <Tag className={styles.heading} data-level={level} id={id} ref={ref} tabIndex={ref ? -1 : undefined}>
      {children}
    </Tag>
  )
}
