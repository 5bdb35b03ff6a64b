export type Changed = { controllerId: number; scaleIds: number[] }

/** Adds a scale, or only the transmitter, to the changes. */
export function tell(changes: Map<number, Set<number>>, controllerId: number, scaleId?: number): void {
  const scaleIds = changes.get(controllerId) ?? new Set()
  if (scaleId !== undefined) scaleIds.add(scaleId)
  changes.set(controllerId, scaleIds)
}

export const listed = (changes: Map<number, Set<number>>): Changed[] =>
  [...changes].map(([controllerId, scaleIds]) => ({ controllerId, scaleIds: [...scaleIds] }))
