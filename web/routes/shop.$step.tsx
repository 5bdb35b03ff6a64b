import { createFileRoute, notFound } from '@tanstack/react-router'
import * as v from 'valibot'
import { lazyScreen } from './-lazy-screen.ts'

/**
 * `order`: the key of the order that the completion is about; `payment`: how its customer came back from paying.
 */
const Search = v.object({
  order: v.optional(v.fallback(v.optional(v.string()), undefined)),
  payment: v.optional(v.fallback(v.optional(v.picklist(['givenUp'])), undefined)),
})
const steps = new Set(['hardware', 'scales', 'subscriptions', 'address', 'payment', 'confirmation', 'completion'])

export const Route = createFileRoute('/shop/$step')({
  validateSearch: Search,
  beforeLoad: ({ params }) => {
    if (!steps.has(params.step)) throw notFound()
  },
  component: lazyScreen(() => import('./-pieces/shop.ts'), 'ShopPage', 'shop'),
  staticData: { title: 'shop-wizard.title' },
})
