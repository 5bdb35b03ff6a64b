import { useState } from 'react'

/**
 * What a form is being filled with, and what `check` found wrong with it, which any change forgets. `check` says whether all is
 * right.
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
