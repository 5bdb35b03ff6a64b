import { type RefObject, useEffect, useRef } from 'react'

/** Moves the focus to `place` if the focused element disappeared when `shown` changed; otherwise the keyboard would start again at the top of the page. */
export function useKeptFocus(place: RefObject<HTMLElement | null>, shown: unknown): void {
  const had = useRef<EventTarget>(null)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      had.current = target
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focused element disappears when `shown` changes
  useEffect(() => {
    const isGone = had.current instanceof Node && !had.current.isConnected
    if (isGone && document.activeElement === document.body) place.current?.focus()
  }, [place, shown])
}
