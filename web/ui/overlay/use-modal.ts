import { type RefObject, useLayoutEffect, useRef } from 'react'

/** The open dialogs, topmost last; `moved` is called on each change. */
export const modals = { open: [] as HTMLDialogElement[], moved: undefined as (() => void) | undefined }

/**
 * Opens and closes a native `<dialog>` as a modal according to `open`; the browser keeps the focus inside and restores it afterwards. It reopens while `open`
 * is true, because a browser closes it at the third Escape (or the third "back" on Android) even if each was refused.
 */
export function useModal(open: boolean): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  // before React removes it: a dialog that is no longer in the page gives no focus back
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || !open) return
    const stay = () => {
      if (!element.open) element.showModal()
    }
    element.showModal()
    element.addEventListener('close', stay)
    modals.open.push(element)
    modals.moved?.()
    return () => {
      modals.open = modals.open.filter((one) => one !== element)
      modals.moved?.()
      element.removeEventListener('close', stay)
      element.close()
    }
  }, [open])
  return dialog
}
