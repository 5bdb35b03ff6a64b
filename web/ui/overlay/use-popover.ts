import { type RefObject, type ToggleEvent, useEffect, useRef, useState } from 'react'

/** Safari before 17, Chrome before 114 and Firefox before 125 do not support popovers. */
const hasPopovers = () => 'showPopover' in HTMLElement.prototype

/**
 * A part that a button in `frame` opens and that Escape or a press outside closes: a popover, or in browsers without popovers the element itself, hidden until
 * then. `opened` is called once it is visible.
 */
export function usePopover(id: string, frame: RefObject<HTMLElement | null>, opened: () => void) {
  const part = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const isNative = hasPopovers()
  const whenOpened = useRef(opened)
  whenOpened.current = opened
  useEffect(() => {
    if (isNative || !open) return
    whenOpened.current()
    const button = frame.current?.querySelector('button')
    const press = ({ target }: Event) => {
      if (!frame.current?.contains(target as Node)) setOpen(false)
    }
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      setOpen(false)
      button?.focus()
    }
    document.addEventListener('pointerdown', press)
    document.addEventListener('keydown', leave, true)
    return () => {
      document.removeEventListener('pointerdown', press)
      document.removeEventListener('keydown', leave, true)
    }
  }, [isNative, open, frame])
  return {
    open,
    close: () => (isNative ? part.current?.hidePopover?.() : setOpen(false)),
    trigger: isNative ? { popoverTarget: id } : { 'aria-controls': id, onClick: () => setOpen(!open) },
    part: {
      ref: part,
      id,
      ...(isNative
        ? {
            popover: 'auto' as const,
            onToggle: ({ newState }: ToggleEvent) => {
              setOpen(newState === 'open')
              if (newState === 'open') opened()
            },
          }
        : { hidden: !open }),
    },
  }
}
