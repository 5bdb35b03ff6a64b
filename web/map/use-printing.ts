import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** What `measure` returned when printing began, while a page is printed; otherwise undefined. No frame is drawn before the page is laid out for paper. */
export function usePrinting<T>(measure: () => T): T | undefined {
  const [printing, setPrinting] = useState<{ measured: T }>()
  const latest = useRef(measure)
  latest.current = measure
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting({ measured: latest.current() }))
    const end = () => setPrinting(undefined)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return printing?.measured
}
