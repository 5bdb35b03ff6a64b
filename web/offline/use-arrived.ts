import { useDeferredValue } from 'react'

/**
 * Returns an answer once it has arrived. The first one is deferred, so that it is rendered in short pieces and the page stays responsive in between; stores
 * notify React synchronously, which would render everything in one task. Later answers are returned immediately.
 */
export function useArrived<Answer>(answer: Answer | undefined): Answer | undefined {
  const isShown = useDeferredValue(answer !== undefined)
  return isShown ? answer : undefined
}
