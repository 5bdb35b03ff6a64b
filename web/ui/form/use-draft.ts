import { useState } from 'react'

/**
 * The draft a form is being filled with, and the faults that `check` found in it; any change clears the faults. `check` returns whether everything is valid.
 */
export function useDraft<Draft extends object, Fault>(first: () => Draft, faultsOf: (draft: Draft) => Fault[]) {
  const [draft, setDraft] = useState(first)
  const [faults, setFaults] = useState<Fault[]>([])
  const change = (changes: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...changes }))
    setFaults([])
  }
  const check = (): boolean => {
    const found = faultsOf(draft)
    setFaults(found)
    return found.length === 0
  }
  return { draft, faults, change, check }
}
