import { readStored, removeStored } from './local-storage.ts'

/** Where the carts of the shop's two wizards are kept: they hold an address, and so go with a session. */
export const storedCartKeys = { 'hardware+digital': 'hivewatch.cart', digital: 'hivewatch.cart.digital' } as const

/** The carts of somebody whose session ended without their doing: in this page alone, until they are back. */
export const leftCarts: { owner: number | undefined; texts: Record<string, string | null> } = {
  owner: undefined,
  texts: {},
}

/** Takes the carts from the device; `owner` may have them back. */
export function takeCarts(owner: number | undefined): void {
  leftCarts.owner = owner
  for (const key of Object.values(storedCartKeys)) {
    leftCarts.texts[key] = readStored(key)
    removeStored(key)
  }
}
