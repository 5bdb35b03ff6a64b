import { type SetStateAction, useRef, useState } from 'react'
import { useRequestId } from '../../../api/use-request-id.ts'

/** The words of a note. Each note is sent once, even if the button is pressed twice before the page shows that it is busy. */
export function useWords() {
  const [words, setWords] = useState('')
  const { idOf, forget } = useRequestId()
  const sending = useRef(false)
  /** When words were last saved, in ms since the page began. */
  const takenAt = useRef(-Infinity)
  const write = (next: SetStateAction<string>) => {
    forget()
    setWords(next)
  }
  /**
   * Sends the words. What is spoken or typed meanwhile becomes the next note. A failure is reported by the mutation; the words stay, and so does the `id` until
   * they change: the server may have the note although its answer never came.
   */
  const send = (take: (noted: { id: string; description: string }) => Promise<unknown>) => {
    if (sending.current) return
    sending.current = true
    const description = words.trim()
    take({ id: idOf({ description }), description })
      .then(
        () => {
          takenAt.current = performance.now()
          forget()
          setWords((now) => (now.trim() === description ? '' : now))
        },
        () => undefined,
      )
      .finally(() => {
        sending.current = false
      })
  }
  return { words, write, send, takenAt }
}
