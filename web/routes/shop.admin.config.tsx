import { createFileRoute } from '@tanstack/react-router'
import { lazyScreen } from './-lazy-screen.ts'

export const Route = createFileRoute('/shop/admin/config')({
  component: lazyScreen(() => import('./-pieces/administration.ts'), 'ShopConfigScreen', 'administration'),
  staticData: { title: 'administration-shop-config.title' },
})
