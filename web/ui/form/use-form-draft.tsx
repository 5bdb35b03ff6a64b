import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { type DraftStore, kept, type ShownForm, sendForm, showForm } from './shown-forms.ts'

/**
 * Keeps what is typed into a form until it is saved, and restores it with a line that says so. `name`: see `ShownForm`; null for a form whose content is kept
 * by whoever shows it. `onSent`: call when the form is submitted, or with false if it was not because something is wrong.
 */
export function useFormDraft(
  form: RefObject<HTMLFormElement | null>,
  name?: string | null,
): { line: ReactNode; onSent: (isSent?: boolean) => void } {
  const shown = useRef<ShownForm>(undefined)
  const [line, show] = useState<ReactNode>()
  useEffect(() => {
    if (!form.current) return undefined
    const { one, leave } = showForm(form.current, name ?? undefined)
    shown.current = one
    let isHere = true
    let stop = () => {}
    const follow = async (store: DraftStore) => {
      const { DraftLine, discardDraft, followForm, keepLeft } = await store.parts()
      if (!isHere) {
        // unless somebody else is signed in by now
        if (kept.store?.owner === store.owner) keepLeft(one)
        return
      }
      const discard = () => {
        show(undefined)
        void discardDraft(one)
      }
      stop = followForm(one, (draft) => show(draft && <DraftLine at={draft.at} onDiscard={discard} />))
    }
    // without it, the form still works but its content is lost with the page
    if (kept.store && name !== null) follow(kept.store).catch(() => undefined)
    return () => {
      isHere = false
      stop()
      leave()
    }
  }, [form, name])
  const onSent = (isSent = true) => {
    if (!shown.current) return
    if (isSent) sendForm(shown.current)
    else shown.current.isSubmitted = false
  }
  return { line, onSent }
}
