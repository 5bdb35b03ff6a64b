import { type RefObject, useEffect, useRef } from 'react'

/** Opens and closes a native `<dialog>` as a modal with `open`; the browser keeps the focus inside and gives it back. */
export function useModal(open: boolean): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!element || !open) return
    element.showModal()
    return () => element.close()
  }, [open])
  return dialog
}
