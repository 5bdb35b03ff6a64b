import { useRef, useState } from 'react'

/** The words of a note: each is sent once, though two presses may come before the page shows that it is busy. */
export function useWords() {
  const [words, write] = useState('')
  const sending = useRef(false)
  /** When words were taken last, in ms since the page began. */
  const takenAt = useRef(-Infinity)
  /** What was said or typed meanwhile is the next note. What failed is told where changes are, and the words stay. */
  const send = (take: (description: string) => Promise<unknown>) => {
    if (sending.current) return
    sending.current = true
    const description = words.trim()
    take(description)
      .then(
        () => {
          takenAt.current = performance.now()
          write((now) => (now.trim() === description ? '' : now))
        },
        () => undefined,
      )
      .finally(() => {
        sending.current = false
      })
  }
  return { words, write, send, takenAt }
}
