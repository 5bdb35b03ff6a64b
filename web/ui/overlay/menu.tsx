import { EllipsisVertical, type LucideIcon } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { Button, IconButton } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { usePhone } from '../media.ts'
import styles from './menu.module.css'
import { usePopover } from './use-popover.ts'

const edge = 8

/** Where a menu of this size opens relative to its button: below it, or above if there is more room, always inside the window. All in px. */
export function menuPlace(
  button: { left: number; right: number; top: number; bottom: number },
  menu: { width: number; height: number },
  window: { width: number; height: number },
): { left: number; top: number } {
  const alignedRight = button.left + menu.width > window.width - edge
  const left = alignedRight ? button.right - menu.width : button.left
  const below = button.bottom + 4
  const above = button.top - 4 - menu.height
  const top = below + menu.height > window.height - edge && above >= edge ? above : below
  return { left: Math.max(edge, Math.min(left, window.width - menu.width - edge)), top: Math.max(edge, top) }
}

/**
 * A button that opens a list of `MenuItem`s and `MenuAnchor`s; on a phone it slides up from the bottom. Arrow keys, Home and End move; Escape and a press
 * outside close it. Without `words` the button shows only the icon.
 */
export function Menu({
  label,
  icon = EllipsisVertical,
  words,
  children,
}: {
  label: string
  icon?: LucideIcon | undefined
  words?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  const phone = usePhone()
  const frame = useRef<HTMLDivElement>(null)
  const {
    open,
    close,
    part,
    trigger: opener,
  } = usePopover(id, frame, () => {
    const menu = part.ref.current
    const button = frame.current?.querySelector('button')?.getBoundingClientRect()
    if (!menu || !button) return
    if (!phone) {
      const size = { width: menu.offsetWidth, height: menu.offsetHeight }
      const { left, top } = menuPlace(button, size, { width: window.innerWidth, height: window.innerHeight })
      menu.style.left = `${left}px`
      menu.style.top = `${top}px`
    } else menu.removeAttribute('style')
    items()[0]?.focus()
  })
  const items = () => [...(part.ref.current?.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)') ?? [])]
  const move = (event: KeyboardEvent) => {
    const all = items()
    const index = all.indexOf(document.activeElement as HTMLElement)
    const targets: Record<string, number> = {
      ArrowDown: (index + 1) % all.length,
      ArrowUp: (index + all.length - 1) % all.length,
      Home: 0,
      End: all.length - 1,
    }
    const next = all[targets[event.key] ?? -1]
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  const trigger = { ...opener, 'aria-haspopup': 'menu', 'aria-expanded': open } as const
  return (
    <div ref={frame}>
      {words ? (
        <Button icon={icon} {...trigger}>
          {words}
        </Button>
      ) : (
        <IconButton icon={icon} label={label} {...trigger} />
      )}
      <div
        {...part}
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={styles.menu}
        onKeyDown={move}
        onClick={(event) => {
          if ((event.target as Element).closest('[role="menuitem"]')) close()
        }}
      >
        {children}
      </div>
    </div>
  )
}

/** An action of a `Menu`. */
export function MenuItem({
  icon,
  danger = false,
  disabled = false,
  onSelect,
  children,
}: {
  icon?: LucideIcon | undefined
  danger?: boolean | undefined
  disabled?: boolean | undefined
  onSelect: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={styles.item}
      data-tone={danger ? 'alarm' : undefined}
      disabled={disabled}
      onClick={onSelect}
    >
      {icon && <Icon of={icon} />}
      {children}
    </button>
  )
}

/** A link in a `Menu`. With the router: `createLink(MenuAnchor)`. */
export function MenuAnchor({
  icon,
  children,
  ...native
}: { icon?: LucideIcon | undefined } & Omit<ComponentProps<'a'>, 'className' | 'style' | 'role' | 'tabIndex'>) {
  return (
    <a {...native} role="menuitem" tabIndex={-1} className={styles.item}>
      {icon && <Icon of={icon} />}
      {children}
    </a>
  )
}
