/** The browser's storage; where it is blocked or full nothing is kept, and the app works on without. */

/** What the server tells again, and so gives way to what only this device knows. */
export const KEPT_ANSWERS = 'hivewatch.queries'
/** Today as it was last seen, for the page to draw before the app is there. */
export const KEPT_PICTURE = 'hivewatch.picture'

export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps a value, if need be instead of the kept picture and answers; where even that fails the former value goes, as it is no longer true. */
export function writeStored(key: string, value: string): void {
  if (tryWrite(key, value)) return
  removeStored(KEPT_PICTURE)
  removeStored(KEPT_ANSWERS)
  if (!tryWrite(key, value)) removeStored(key)
}

/** Whether the value could be kept; where not, the former one is still there. */
export function tryWrite(key: string, value: string): boolean {
  try {
    window.localStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}

export function removeStored(key: string): void {
  try {
    window.localStorage.removeItem(key)
  } catch {
    // a storage that cannot be reached holds nothing of ours
  }
}
