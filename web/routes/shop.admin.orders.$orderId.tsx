import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazyScreen } from './-lazy-screen.ts'

export const Route = createFileRoute('/shop/admin/orders/$orderId')({
  beforeLoad: ({ params }) => {
    if (!/^[1-9]\d{0,14}$/.test(params.orderId)) throw notFound()
  },
  component: lazyScreen(() => import('./-pieces/administration.ts'), 'ShopAdminOrderPage', 'shop'),
  staticData: { title: 'shop-orders.list' },
})
