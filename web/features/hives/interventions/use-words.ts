import { useRef, useState } from 'react'

/** The words of a note. Each note is sent once, even if the button is pressed twice before the page shows that it is busy. */
export function useWords() {
  const [words, write] = useState('')
  const sending = useRef(false)
  /** When words were last saved, in ms since the page began. */
  const takenAt = useRef(-Infinity)
  /** Sends the words. What is spoken or typed meanwhile becomes the next note. A failure is reported by the mutation; the words stay. */
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
