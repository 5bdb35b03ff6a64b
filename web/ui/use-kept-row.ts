import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useKeptFocus } from './use-kept-focus.ts'

const CONTROLS = 'button:not(:disabled), a[href], input:not(:disabled), select:not(:disabled)'

/**
 * Gives the focus to the row that follows where one with the focus went away as `shown` changed, else to the one before it, or to `list` itself
 * where none is left that can have it. `rows`: what a row in the list is, as a selector.
 */
export function useKeptRow(list: RefObject<HTMLElement | null>, rows: string, shown: unknown): void {
  const at = useRef(0)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const index = rowsOf(list.current, rows).findIndex((row) => row.contains(target as Node))
      // a dialog that asks is about the row that had it before
      if (index >= 0) at.current = index
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [list, rows])
  const place = useMemo(
    () => ({
      get current() {
        const controls = rowsOf(list.current, rows).map((row) => row.querySelector<HTMLElement>(CONTROLS))
        const found = (control: HTMLElement | null) => control !== null
        return controls.slice(at.current).find(found) ?? controls.slice(0, at.current).findLast(found) ?? list.current
      },
    }),
    [list, rows],
  )
  useKeptFocus(place, shown)
}

const rowsOf = (list: HTMLElement | null, rows: string): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>(rows) ?? []),
]
