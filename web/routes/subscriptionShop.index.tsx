import { createFileRoute, redirect } from '@tanstack/react-router'
import { number, searchOf } from '../api/read-fields.ts'

/** `controller`: the transmitter to subscribe for. */
const readSearch = searchOf({ controller: number })

export const Route = createFileRoute('/subscriptionShop/')({
  validateSearch: readSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/subscriptionShop/$step', params: { step: 'subscription' }, search, replace: true })
  },
})
