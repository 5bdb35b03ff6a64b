import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** How wide a picture is on paper, in CSS pixels; a style sheet gives its frame the same width. */
export const PAPER_PIXELS = 640

/**
 * The width of an element in CSS pixels, for what is drawn to fit it. Nothing is measured while a page is laid out for paper, so it is `PAPER_PIXELS` from
 * `beforeprint` on.
 */
export function useWidth(element: RefObject<HTMLElement | null>, initial: number): number {
  const [width, setWidth] = useState(initial)
  useEffect(() => {
    const measured = element.current
    if (!measured) return
    const measure = () => setWidth(measured.clientWidth)
    const fitPaper = () => flushSync(() => setWidth(PAPER_PIXELS))
    // the observer also reports the initial width once the browser has laid out the page; reading it earlier would force a second layout
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    window.addEventListener('beforeprint', fitPaper)
    window.addEventListener('afterprint', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('beforeprint', fitPaper)
      window.removeEventListener('afterprint', measure)
    }
  }, [element])
  return width
}
