import { createFileRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'

/** `controller`: the transmitter to subscribe for. */
const Search = v.object({ controller: v.optional(v.fallback(v.optional(v.number()), undefined)) })

export const Route = createFileRoute('/subscriptionShop/')({
  validateSearch: Search,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/subscriptionShop/$step', params: { step: 'subscription' }, search, replace: true })
  },
})
