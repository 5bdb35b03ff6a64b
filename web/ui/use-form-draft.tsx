import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { kept, type ShownForm, showForm } from './shown-forms.ts'

/**
 * Keeps what is typed into a form until it is saved, and brings it back with a line that says so. `name`: see `ShownForm`; null for
 * a form whose words are kept by whoever shows it. `onSent`: to be called when the form is sent off.
 */
export function useFormDraft(
  form: RefObject<HTMLFormElement | null>,
  name?: string | null,
): { line: ReactNode; onSent: () => void } {
  const shown = useRef<ShownForm>(undefined)
  const [line, show] = useState<ReactNode>()
  useEffect(() => {
    if (!form.current) return undefined
    const { one, leave } = showForm(form.current, name ?? undefined)
    shown.current = one
    let isHere = true
    let stop = () => {}
    const follow = async () => {
      const { DraftLine, discardDraft, followForm } = await import('./form-drafts.tsx')
      if (!isHere) return
      const discard = () => {
        show(undefined)
        void discardDraft(one)
      }
      stop = followForm(one, (draft) => show(draft && <DraftLine at={draft.at} onDiscard={discard} />))
    }
    // without it the form is one whose words end with the page
    if (kept.store && name !== null) follow().catch(() => undefined)
    return () => {
      isHere = false
      stop()
      leave()
    }
  }, [form, name])
  const onSent = () => {
    if (shown.current) shown.current.isSubmitted = true
  }
  return { line, onSent }
}
