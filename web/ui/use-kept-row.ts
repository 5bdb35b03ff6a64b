import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useKeptFocus } from './use-kept-focus.ts'

const CONTROLS = 'button:not(:disabled), a[href], input:not(:disabled), select:not(:disabled)'

/**
 * If the focused row disappeared when `shown` changed, moves the focus to the following row, else to the previous one, or to `list` itself if no row is left
 * that can take it. `rows`: the CSS selector of a row in the list.
 */
export function useKeptRow(list: RefObject<HTMLElement | null>, rows: string, shown: unknown): void {
  const at = useRef(0)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const index = rowsOf(list.current, rows).findIndex((row) => row.contains(target as Node))
      // a confirmation dialog is about the row that had the focus before it
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
