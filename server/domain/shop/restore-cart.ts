import * as v from 'valibot'
import { Cart, CartAddress, type Counts, CustomPlate, clampCount, MAX_SUBSCRIPTION_YEARS, startCart } from './cart.ts'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the value as parsed by the schema; if it does not match, `otherwise`. */
function fitting<const Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  otherwise: v.InferOutput<Schema>,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, value)
  return parsed.success ? parsed.output : otherwise
}

const restoreCount = (value: unknown, otherwise: number): number =>
  typeof value === 'number' ? clampCount(value) : otherwise

function restoreCounts(schema: typeof Cart.entries.scales, value: unknown): Counts {
  if (!isRecord(value)) return {}
  const counts = Object.entries(value)
    .map(([key, count]) => [key, restoreCount(count, 0)] as const)
    .filter(([, count]) => count > 0)
  return fitting(schema, Object.fromEntries(counts), {})
}

function restoreAddress(value: unknown): CartAddress {
  const stored = isRecord(value) ? value : {}
  const fields = Object.entries(CartAddress.entries).map(([field, schema]) => [
    field,
    fitting(schema, stored[field], v.getDefault(schema)),
  ])
  return v.parse(CartAddress, Object.fromEntries(fields))
}

function restorePlates(value: unknown): CustomPlate[] {
  if (!Array.isArray(value)) return []
  const plates = value.flatMap((plate) => {
    const parsed = v.safeParse(CustomPlate, isRecord(plate) ? { ...plate, count: restoreCount(plate.count, 0) } : plate)
    return parsed.success && parsed.output.count > 0 ? [parsed.output] : []
  })
  return fitting(Cart.entries.customPlates, plates, [])
}

/**
 * Restores a cart stored by a browser, whichever version of the app wrote it: every field that matches the present schema is kept, with
 * counts clamped; the others are as in a new cart. Never throws.
 */
export function restoreCart(stored: unknown): Cart {
  if (!isRecord(stored)) return startCart('hardware+digital')
  const { entries } = Cart
  const mode = fitting(entries.mode, stored.mode, 'hardware+digital')
  const fresh = startCart(mode, restoreAddress(stored.address))
  const years = restoreCount(stored.subscriptionYears, fresh.subscriptionYears)
  return {
    ...fresh,
    nofSubscriptions: restoreCount(stored.nofSubscriptions, fresh.nofSubscriptions),
    nofControllers: restoreCount(stored.nofControllers, fresh.nofControllers),
    subscriptionYears: Math.min(MAX_SUBSCRIPTION_YEARS, Math.max(1, years)),
    subscriptionControllerId: fitting(entries.subscriptionControllerId, stored.subscriptionControllerId, null),
    controllers: restoreCounts(entries.controllers, stored.controllers),
    scales: restoreCounts(entries.scales, stored.scales),
    accessories: restoreCounts(entries.accessories, stored.accessories),
    customPlates: restorePlates(stored.customPlates),
    platePickup: fitting(entries.platePickup, stored.platePickup, null),
    comment: fitting(entries.comment, stored.comment, ''),
    promoCode: fitting(entries.promoCode, stored.promoCode, ''),
    paymentMethod: fitting(entries.paymentMethod, stored.paymentMethod, null),
  }
}
