import { useEffect, useRef } from 'react'
import { BOUNCE_MS } from '../overlay/use-bounce.ts'

const entries = ['input', 'change'] as const

/** Tells an accidental second press from a second attempt: it comes within a moment, nothing was entered in between, and the form shows the same content. */
export function useSecondPress() {
  const first = useRef<{ at: number; shown?: string }>(undefined)
  useEffect(() => {
    const forget = () => {
      first.current = undefined
    }
    for (const entry of entries) document.addEventListener(entry, forget, true)
    return () => {
      for (const entry of entries) document.removeEventListener(entry, forget, true)
    }
  }, [])
  /** `at` in ms, as in event timestamps. */
  return function isSecondPress(at: number, form: HTMLFormElement): boolean {
    const before = first.current
    const isSame = (before?.shown ?? form.textContent) === form.textContent
    if (before && isSame && at - before.at < BOUNCE_MS) return true
    const press: typeof before = { at }
    first.current = press
    // includes what the press itself changes
    requestAnimationFrame(() => {
      press.shown = form.textContent
    })
    return false
  }
}
