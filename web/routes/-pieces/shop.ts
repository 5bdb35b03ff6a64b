/** The shop. Loaded as one piece. */

export { ShopPage, SubscriptionShopPage } from '../-shop-pages.tsx'
