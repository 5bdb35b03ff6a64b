import type { QuantityDiscount } from '#domain/quantity-discount.ts'

export type ShopConfig = { quantityDiscount: QuantityDiscount }

/** What the shop goes by until an administrator sets something else. */
export const defaultShopConfig: ShopConfig = {
  quantityDiscount: { secondTransmitterDays: 30, furtherTransmitterDays: 60, maximumDaysPerYear: 180 },
}
