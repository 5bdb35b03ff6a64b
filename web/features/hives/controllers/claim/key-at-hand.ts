import { useSyncExternalStore } from 'react'
import { whenWiped } from '../../../../offline/query-cache.ts'

/** Keys of transmitters, only for as long as this page is open: a key is shown once and must not be stored on the device. */
const keys = new Map<number, string>()
const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

whenWiped(() => {
  keys.clear()
  tell()
})

export function keepKeyAtHand(controllerId: number, key: string): void {
  keys.set(controllerId, key)
  tell()
}

function follow(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the key that was created or entered since this page was opened. */
export const useKeyAtHand = (controllerId: number): string | undefined =>
  useSyncExternalStore(follow, () => keys.get(controllerId))
