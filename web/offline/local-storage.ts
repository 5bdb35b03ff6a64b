/** The browser's storage; if it is blocked or full nothing is stored, and the app works without it. */

/** Can be fetched from the server again, so it gives way to what only this device knows. */
export const KEPT_ANSWERS = 'hivewatch.queries'
/** The Today screen as it was last seen, for the page to draw before the app has loaded. */
export const KEPT_PICTURE = 'hivewatch.picture'

export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a value, if necessary in place of the stored picture and answers. If even that fails the previous value is removed, since it is no longer true. */
export function writeStored(key: string, value: string): void {
  if (tryWrite(key, value)) return
  removeStored(KEPT_PICTURE)
  removeStored(KEPT_ANSWERS)
  if (!tryWrite(key, value)) removeStored(key)
}

/** Returns whether the value could be stored; if not, the previous one is still there. */
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
    // storage that cannot be reached holds none of our data
  }
}
