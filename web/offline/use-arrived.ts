import { useDeferredValue } from 'react'

/**
 * An answer once it is there. The first one comes a moment later, so that what is made of it is put up in short pieces, between which
 * the page is heard: stores tell React at once, which would build all of it in one task. Later ones come at once.
 */
export function useArrived<Answer>(answer: Answer | undefined): Answer | undefined {
  const isShown = useDeferredValue(answer !== undefined)
  return isShown ? answer : undefined
}
