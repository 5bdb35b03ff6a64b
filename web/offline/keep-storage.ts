let asked = false

/**
 * Asks the browser, once, not to clear what this device keeps when it runs out of room: where there is something that nobody else has,
 * as some browsers ask the person.
 */
export function keepStorage(): void {
  if (asked || !navigator.storage?.persist) return
  asked = true
  navigator.storage
    .persisted()
    .then((kept) => kept || navigator.storage.persist())
    .catch(() => undefined)
}
