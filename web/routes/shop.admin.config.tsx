import { createFileRoute } from '@tanstack/react-router'
import { lazyScreen } from './-lazy-screen.ts'

export const Route = createFileRoute('/shop/admin/config')({
  component: lazyScreen(
    () => import('../features/shop/shop-config/shop-config-screen.tsx'),
    'ShopConfigScreen',
    'administration',
  ),
  staticData: { title: 'administration-shop-config.title' },
})
