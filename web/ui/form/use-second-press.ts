import { useEffect, useRef } from 'react'
import { BOUNCE_MS } from '../overlay/use-bounce.ts'

/** `cancel`: a question about the first attempt was declined. */
const entries = ['input', 'change', 'cancel'] as const

/** Tells an accidental second press from a second attempt: it comes within a moment, nothing was entered or declined in between, and the form shows the same content. */
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
