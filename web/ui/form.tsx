import type { ComponentProps, ReactNode } from 'react'
import styles from './form.module.css'

/**
 * A form that sends nothing by itself: `onSubmit` gets its values; the browser's own bubbles stay
 * away, errors stand at the fields, and the first of these gets the focus. A field that withholds what it shows, as it
 * cannot be, keeps the form back.
 */
export function Form({
  onSubmit,
  actions,
  children,
  ...form
}: Omit<ComponentProps<'form'>, 'className' | 'style' | 'onSubmit' | 'action'> & {
  onSubmit: (values: FormData, form: HTMLFormElement) => void
  /** The buttons at the end, the main one first. */
  actions?: ReactNode
}) {
  return (
    <form
      {...form}
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
