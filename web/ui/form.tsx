import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import styles from './form.module.css'
import { followForm } from './form-drafts.ts'

/**
 * A form that sends nothing by itself: `onSubmit` gets its values; the browser's own bubbles stay
 * away, errors stand at the fields, and the first of these gets the focus. A field that withholds what it shows, as it
 * cannot be, keeps the form back. What was typed when a session ended comes back with it.
 */
export function Form({
  onSubmit,
  actions,
  children,
  ...form
}: Omit<ComponentProps<'form'>, 'className' | 'style' | 'onSubmit' | 'action' | 'ref'> & {
  onSubmit: (values: FormData, form: HTMLFormElement) => void
  /** The buttons at the end, the main one first. */
  actions?: ReactNode
}) {
  const shown = useRef<HTMLFormElement>(null)
  useEffect(() => (shown.current ? followForm(shown.current) : undefined), [])
  return (
    <form
      {...form}
      ref={shown}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        const { currentTarget } = event
        if (!currentTarget.querySelector('[data-withheld]')) onSubmit(new FormData(currentTarget), currentTarget)
        requestAnimationFrame(() => currentTarget.querySelector<HTMLElement>('[aria-invalid]')?.focus())
      }}
    >
      {children}
      {actions && <div className={styles.actions}>{actions}</div>}
    </form>
  )
}
