import { useSyncExternalStore } from 'react'

const phone = '(max-width: 639px)'

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(phone)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

let shown = false

/** What is printed stays as it is on the screen: nothing can be loaded while a page is laid out for paper. */
function isPhone(): boolean {
  if (!window.matchMedia('print').matches) shown = window.matchMedia(phone).matches
  return shown
}

/** Whether the screen is as narrow as a phone's; for differences that CSS alone cannot make, such as a table becoming a list. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, isPhone, () => false)
}
