import { type ComponentProps, type ReactNode, useRef } from 'react'
import styles from './form.module.css'
import { useFormDraft } from './use-form-draft.tsx'
import { useSecondPress } from './use-second-press.ts'

/**
 * A form that sends nothing by itself: `onSubmit` gets its values; the browser's own bubbles stay
 * away, errors stand at the fields, and the first of these gets the focus. A field that withholds what it shows, as it
 * cannot be, keeps the form back, and the second press of a finger sends it no second time. What was typed and not saved comes
 * back with it.
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
  /** A name for what is typed into it, where what stands in it at first is not always the same; null where others keep it. */
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
