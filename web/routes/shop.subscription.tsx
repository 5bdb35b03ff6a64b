import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/shop/subscription')({
  beforeLoad: () => {
    throw redirect({ to: '/subscriptionShop', replace: true })
  },
})
