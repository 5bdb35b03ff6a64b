/** The shop. Loaded as one piece. */

export { ShopPage, SubscriptionShopPage } from '../-shop/shop-pages.tsx'
