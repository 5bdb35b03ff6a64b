import { type ComponentProps, type ReactNode, useRef } from 'react'
import styles from './form.module.css'
import { useFormDraft } from './use-form-draft.tsx'
import { useSecondPress } from './use-second-press.ts'

/**
 * A form without native submission: `onSubmit` gets its values. The browser's own validation bubbles are suppressed; errors are shown at the fields, and the
 * first one gets the focus. A field marked as withheld, because its input is invalid, blocks the form, and an accidental second tap does not submit again.
 * Unsaved input is kept and restored.
 */
export function Form({
  onSubmit,
  actions,
  draft,
  children,
  ...form
}: Omit<ComponentProps<'form'>, 'className' | 'style' | 'onSubmit' | 'action' | 'ref'> & {
  onSubmit: (values: FormData, form: HTMLFormElement) => void
  /** The buttons at the end, the main one first. */
  actions?: ReactNode
  /** A name for the draft, needed if the form's initial content is not always the same; null if something else keeps the draft. */
  draft?: string | null | undefined
}) {
  const shown = useRef<HTMLFormElement>(null)
  const { line, onSent } = useFormDraft(shown, draft)
  const isSecondPress = useSecondPress()
  return (
    <form
      {...form}
      ref={shown}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        const { currentTarget, timeStamp } = event
        if (isSecondPress(timeStamp, currentTarget)) return
        if (!currentTarget.querySelector('[data-withheld]')) {
          onSent()
          onSubmit(new FormData(currentTarget), currentTarget)
        }
        requestAnimationFrame(() => {
          const wrong = currentTarget.querySelector<HTMLElement>('[aria-invalid]')
          if (!wrong) return
          wrong.focus()
          onSent(false)
        })
      }}
    >
      {line}
      {children}
      {actions && <div className={styles.actions}>{actions}</div>}
    </form>
  )
}
