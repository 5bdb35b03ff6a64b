let asked = false

/**
 * Asks the browser, once, not to clear this device's storage when space runs out. Call it only when there is something nobody else has, since some browsers
 * prompt the person.
 */
export function keepStorage(): void {
  if (asked || !navigator.storage?.persist) return
  asked = true
  navigator.storage
    .persisted()
    .then((kept) => kept || navigator.storage.persist())
    .catch(() => undefined)
}
