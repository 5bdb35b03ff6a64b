import { createFileRoute } from '@tanstack/react-router'
import { readOrderSearch } from '../features/shop/orders/order-search.ts'
import { lazyScreen } from './-lazy-screen.ts'

export const Route = createFileRoute('/shop/admin/')({
  validateSearch: readOrderSearch,
  component: lazyScreen(() => import('./-pieces/administration.ts'), 'ShopAdminOrdersPage', 'shop'),
  staticData: { title: 'shop-orders.list' },
})
