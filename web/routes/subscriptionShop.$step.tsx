import { createFileRoute, notFound } from '@tanstack/react-router'
import * as v from 'valibot'
import { lazyScreen } from './-lazy-screen.ts'

/** `order`: the key of the order that the completion is about; `controller`: the transmitter to subscribe for. */
const Search = v.object({
  order: v.optional(v.fallback(v.optional(v.string()), undefined)),
  controller: v.optional(v.fallback(v.optional(v.number()), undefined)),
})
const steps = new Set(['subscription', 'address', 'payment', 'confirmation', 'completion'])

export const Route = createFileRoute('/subscriptionShop/$step')({
  validateSearch: Search,
  beforeLoad: ({ params }) => {
    if (!steps.has(params.step)) throw notFound()
  },
  component: lazyScreen(() => import('./-shop-pages.tsx'), 'SubscriptionShopPage', 'shop'),
  staticData: { title: 'shop-wizard.title.digital' },
})
