import { useRef } from 'react'
import { newId } from './new-id.ts'

/**
 * The id of a creation request: it stays the same for the same body until the creation has succeeded, so that trying again after no answer came does not create
 * a second one.
 */
export function useRequestId() {
  const sent = useRef({ id: '', text: '' })
  return {
    idOf(body: object): string {
      const text = JSON.stringify(body)
      if (sent.current.text !== text) sent.current = { id: newId(), text }
      return sent.current.id
    },
    /** Call after it was created: from then on, the same body means a new one. */
    forget() {
      sent.current = { id: '', text: '' }
    },
  }
}
