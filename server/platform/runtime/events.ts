/** What happened and may interest an open screen; `id` rises, so that a stream can be taken up again. */
export type LiveEvent = {
  id: number
  type: 'reading' | 'alarm' | 'job' | 'controller'
  controllerId: number
  scaleIds: number[]
  /** Of `job`: which one, and whose; null: of nobody, for administrators. */
  job?: { id: number; accountId: number | null }
}

export type Events = {
  publish(event: Omit<LiveEvent, 'id'>): void
  subscribe(listener: (event: LiveEvent) => void): () => void
  /** Says that sessions or rights may have changed: whoever listens for somebody looks whether they still may. */
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
