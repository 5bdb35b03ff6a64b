/** The shop. Loaded as one chunk. */

export { ShopPage, SubscriptionShopPage } from '../-shop/shop-pages.tsx'
