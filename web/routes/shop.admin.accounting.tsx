import { createFileRoute } from '@tanstack/react-router'
import { lazyScreen } from './-lazy-screen.ts'

export const Route = createFileRoute('/shop/admin/accounting')({
  component: lazyScreen(() => import('./-pieces/administration.ts'), 'AccountingScreen', 'shop'),
  staticData: { title: 'shop-accounting.title' },
})
