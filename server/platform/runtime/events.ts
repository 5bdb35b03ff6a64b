/** Something that happened and may interest an open screen; `id` increases, so that a stream can be resumed. */
export type LiveEvent = {
  id: number
  type: 'reading' | 'alarm' | 'job' | 'controller'
  controllerId: number
  scaleIds: number[]
  /** For `job`: which one, and whose; null: nobody's, for administrators. */
  job?: { id: number; accountId: number | null }
}

export type Events = {
  publish(event: Omit<LiveEvent, 'id'>): void
  subscribe(listener: (event: LiveEvent) => void): () => void
  /** Signals that sessions or rights may have changed: streams check whether their listeners still have access. */
  lookAgain(): void
  onLookAgain(listener: () => void): () => void
}

export function createEvents(): Events {
  const listeners = new Set<(event: LiveEvent) => void>()
  const lookers = new Set<() => void>()
  let id = 0
  return {
    publish(event) {
      const numbered = { ...event, id: ++id }
      for (const listener of listeners) listener(numbered)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    lookAgain() {
      for (const looker of lookers) looker()
    },
    onLookAgain(listener) {
      lookers.add(listener)
      return () => lookers.delete(listener)
    },
  }
}
