import { useSyncExternalStore } from 'react'

function follow(changed: () => void): () => void {
  window.addEventListener('resize', changed)
  return () => window.removeEventListener('resize', changed)
}

/** In CSS pixels. */
export const useWindowHeight = (): number =>
  useSyncExternalStore(
    follow,
    () => window.innerHeight,
    () => 0,
  )
