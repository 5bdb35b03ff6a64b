import { createFileRoute } from '@tanstack/react-router'
import { lazyScreen } from './-lazy-screen.ts'

export const Route = createFileRoute('/shop/admin/accounting')({
  component: lazyScreen(() => import('../features/shop/orders/accounting-screen.tsx'), 'AccountingScreen', 'shop'),
  staticData: { title: 'shop-accounting.title' },
})
