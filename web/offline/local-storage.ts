/** The browser's storage; where it is blocked or full nothing is kept, and the app works on without. */

export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeStored(key: string, value: string): void {
  try {
    window.localStorage.setItem(key, value)
  } catch {
    removeStored(key)
  }
}

export function removeStored(key: string): void {
  try {
    window.localStorage.removeItem(key)
  } catch {
    // a storage that cannot be reached holds nothing of ours
  }
}
