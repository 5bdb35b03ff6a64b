import type { OrderRow } from './order-queries.ts'

/** The page where a customer sees the status of an order. */
export const completionUrl = ({ site, mode, key }: Pick<OrderRow, 'site' | 'mode' | 'key'>): string =>
  `${site}/${mode === 'digital' ? 'subscriptionShop' : 'shop'}/completion?order=${key}`
