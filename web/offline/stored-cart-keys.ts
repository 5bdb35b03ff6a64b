import { readStored, removeStored } from './local-storage.ts'

/** Storage keys of the carts of the shop's two wizards. They contain an address, so they are removed when the session ends. */
export const storedCartKeys = { 'hardware+digital': 'hivewatch.cart', digital: 'hivewatch.cart.digital' } as const

/** The carts of somebody whose session ended without their doing; held only in this page until they are back. */
export const leftCarts: { owner: number | undefined; texts: Record<string, string | null> } = {
  owner: undefined,
  texts: {},
}

/** Removes the carts from the device; `owner` can get them back. */
export function takeCarts(owner: number | undefined): void {
  leftCarts.owner = owner
  for (const key of Object.values(storedCartKeys)) {
    leftCarts.texts[key] = readStored(key)
    removeStored(key)
  }
}
