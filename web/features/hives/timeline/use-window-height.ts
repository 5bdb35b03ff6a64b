import { useSyncExternalStore } from 'react'

function follow(changed: () => void): () => void {
  window.addEventListener('resize', changed)
  return () => window.removeEventListener('resize', changed)
}

/** The height of the window in CSS pixels. */
export const useWindowHeight = (): number =>
  useSyncExternalStore(
    follow,
    () => window.innerHeight,
    () => 0,
  )
