import { ChevronRight, type LucideIcon } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useRef } from 'react'
import { Icon } from '../icon.tsx'
import { useKeptFocus } from '../use-kept-focus.ts'
import styles from './section-navigation.module.css'

/**
 * Navigation between the parts of something large, each with its own address: a list in groups of `SectionAnchor`s, beside the open part or alone on a phone.
 */
export function SectionNavigation({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.navigation} aria-label={label}>
      {children}
    </nav>
  )
}

/** A group of related parts. */
export function SectionGroup({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: this does not group form fields
    <div role="group" aria-labelledby={id}>
      <h2 className={styles.title} id={id}>
        {title}
      </h2>
      <div className={styles.parts}>{children}</div>
    </div>
  )
}

/** One of the parts, marked with `aria-current="page"` when open. With the router: `createLink(SectionAnchor)`. */
export function SectionAnchor({
  icon,
  children,
  ...native
}: { icon: LucideIcon } & Omit<ComponentProps<'a'>, 'className' | 'style'>) {
  return (
    <a {...native} className={styles.part}>
      <Icon of={icon} />
      <span className={styles.name}>{children}</span>
      <span className={styles.leads}>
        <Icon of={ChevronRight} />
      </span>
    </a>
  )
}

/**
 * The navigation beside the open part; on a phone, only the part. With a keyboard, whoever opens a part from within another goes on there, not
 * before the navigation: `open` differs from part to part.
 */
export function BesideSections({
  navigation,
  open,
  children,
}: {
  navigation: ReactNode
  open: string | undefined
  children: ReactNode
}) {
  const place = useRef<HTMLDivElement>(null)
  useKeptFocus(place, open)
  return (
    <div className={styles.beside}>
      {navigation}
      <div className={styles.open} ref={place} tabIndex={-1}>
        {children}
      </div>
    </div>
  )
}
