import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { SpinnerRing } from './status/spinner.tsx'

interface ButtonLook {
  /** Use one primary action per screen, and `danger` only where the action asks for confirmation or can be undone. */
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger'
  icon?: LucideIcon | undefined
  /** Fills its container, for example to be easy to reach with the thumb on a phone. */
  wide?: boolean | undefined
}

type Native<Tag extends 'button' | 'a'> = Omit<ComponentProps<Tag>, 'className' | 'style'>

/** A button. While `busy` it keeps its place and focus, shows a spinner and ignores presses. */
export function Button({
  kind = 'secondary',
  icon,
  wide = false,
  busy = false,
  type = 'button',
  onClick,
  children,
  ...native
}: ButtonLook & Native<'button'> & { busy?: boolean | undefined }) {
  const pressed = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...native}
      type={type}
      className={styles.button}
      data-kind={kind}
      data-wide={wide}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={pressed}
    >
      {busy ? <SpinnerRing size={20} /> : icon && <Icon of={icon} />}
      <span>{children}</span>
    </button>
  )
}

/** A link that looks like a button. With the router: `createLink(ButtonAnchor)`. */
export function ButtonAnchor({
  kind = 'secondary',
  icon,
  wide = false,
  children,
  ...native
}: ButtonLook & Native<'a'>) {
  return (
    <a {...native} className={styles.button} data-kind={kind} data-wide={wide}>
      {icon && <Icon of={icon} />}
      <span>{children}</span>
    </a>
  )
}

/** A button that is only an icon; `label` says what it does, to screen readers and as a tooltip. */
export function IconButton({
  icon,
  label,
  kind = 'quiet',
  busy = false,
  onClick,
  ...native
}: { icon: LucideIcon; label: string; kind?: ButtonLook['kind']; busy?: boolean | undefined } & Omit<
  Native<'button'>,
  'children' | 'title' | 'aria-label' | 'type'
>) {
  return (
    <button
      type="button"
      className={classNames(styles.button, styles.square)}
      data-kind={kind}
      aria-label={label}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      {...native}
      title={label}
      onClick={(event) => {
        if (!busy) onClick?.(event)
      }}
    >
      {busy ? <SpinnerRing size={20} /> : <Icon of={icon} />}
    </button>
  )
}
