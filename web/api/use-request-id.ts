import { useRef } from 'react'
import { newId } from './new-id.ts'

/**
 * The id with which something is asked to be made: the same for the same body until it was made, so that whoever tries again, as no answer
 * came, makes no second one.
 */
export function useRequestId() {
  const sent = useRef({ id: '', text: '' })
  return {
    idOf(body: object): string {
      const text = JSON.stringify(body)
      if (sent.current.text !== text) sent.current = { id: newId(), text }
      return sent.current.id
    },
    /** It was made: the same body is another one from here on. */
    forget() {
      sent.current = { id: '', text: '' }
    },
  }
}
