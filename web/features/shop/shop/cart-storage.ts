import * as v from 'valibot'
import type { Cart, CartMode } from '#domain/shop/cart.ts'
import { restoreCart } from '#domain/shop/restore-cart.ts'
import { readStored, writeStored } from '../../../offline/local-storage.ts'
import { storedCartKeys } from '../../../offline/stored-cart-keys.ts'
import type { SeenPrices } from './price-changes.ts'

const Attempt = v.object({ id: v.string(), cart: v.string() })
/** An order that was sent: its client-generated id, and the cart it was made from. */
export type Attempt = v.InferOutput<typeof Attempt>

/** What survives a reload: the cart, the prices its owner has seen, the order being placed, and the key of the last one. */
export type KeptCart = { cart: Cart; seen: SeenPrices; attempt: Attempt | null; placed: string | null }

const Kept = v.object({
  seen: v.fallback(v.record(v.string(), v.number()), {}),
  attempt: v.fallback(v.nullable(Attempt), null),
  placed: v.fallback(v.nullable(v.string()), null),
})

/** Parses what was stored by any version of the app; `mode`: which of the two wizards it is for. */
export function parseKept(text: string | null, mode: CartMode): KeptCart {
  const stored = parseJson(text)
  const kept = v.safeParse(Kept, stored)
  const more = kept.success ? kept.output : { seen: {}, attempt: null, placed: null }
  return { cart: restoreCart({ ...asRecord(stored), mode }), ...more }
}

export const keptText = ({ cart, ...more }: KeptCart): string => JSON.stringify({ ...cart, ...more })

export const readKept = (mode: CartMode): KeptCart => parseKept(readStored(storedCartKeys[mode]), mode)

export function writeKept(mode: CartMode, text: string): void {
  const key = storedCartKeys[mode]
  if (readStored(key) !== text) writeStored(key, text)
}

const asRecord = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})

function parseJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
