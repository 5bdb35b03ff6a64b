import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../icon.tsx'
import styles from './tabs.module.css'

export interface Tab {
  id: string
  label: ReactNode
  icon?: LucideIcon | undefined
  content: ReactNode
}

function neighbor(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (index + 1) % count
  if (key === 'ArrowLeft') return (index + count - 1) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}

/** Parts of one screen, one visible at a time; arrow keys cycle through them. If each part has an address, use `TabLinks`. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const id = useId()
  const [chosen, choose] = useState(tabs[0]?.id)
  const active = tabs.find((tab) => tab.id === chosen) ?? tabs[0]
  const move = (event: KeyboardEvent<HTMLButtonElement>, index: number) => {
    const next = tabs[neighbor(event.key, index, tabs.length) ?? -1]
    if (!next) return
    event.preventDefault()
    choose(next.id)
    document.getElementById(`${id}-tab-${next.id}`)?.focus()
  }
  return (
    <div>
      <div className={styles.tabs} role="tablist" aria-label={label}>
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.id}`}
            className={styles.tab}
            aria-selected={tab === active}
            aria-controls={`${id}-panel`}
            tabIndex={tab === active ? 0 : -1}
            onClick={() => choose(tab.id)}
            onKeyDown={(event) => move(event, index)}
          >
            {tab.icon && <Icon of={tab.icon} />}
            {tab.label}
          </button>
        ))}
      </div>
      <div
        className={styles.panel}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={active ? `${id}-tab-${active.id}` : undefined}
      >
        {active?.content}
      </div>
    </div>
  )
}

/** Tabs that are routes: a navigation of `TabAnchor`s. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  )
}

/** One of `TabLinks`; when current it is marked with `aria-current="page"` and scrolled into view. With the router: `createLink(TabAnchor)`. */
export function TabAnchor({
  icon,
  children,
  ...native
}: { icon?: LucideIcon | undefined } & Omit<ComponentProps<'a'>, 'className' | 'style'>) {
  const tab = useRef<HTMLAnchorElement>(null)
  const current = native['aria-current'] === 'page'
  useEffect(() => {
    if (current) tab.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <a {...native} ref={tab} className={styles.tab}>
      {icon && <Icon of={icon} />}
      {children}
    </a>
  )
}
