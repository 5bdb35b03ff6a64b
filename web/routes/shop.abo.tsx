import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/shop/abo')({
  beforeLoad: () => {
    throw redirect({ to: '/subscriptionShop', replace: true })
  },
})
