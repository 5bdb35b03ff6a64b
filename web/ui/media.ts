import { useSyncExternalStore } from 'react'

const phone = '(max-width: 639px)'

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(phone)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether the screen is as narrow as a phone's; for differences that CSS alone cannot make, such as a table becoming a list. */
export function usePhone(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(phone).matches,
    () => false,
  )
}
