import { createFileRoute, notFound } from '@tanstack/react-router'
import { number, oneOf, searchOf, text } from '../api/read-fields.ts'
import { lazyScreen } from './-lazy-screen.ts'

/**
 * `order`: the key of the order that the completion is about; `payment`: how its customer came back from paying; `controller`: the transmitter to subscribe
 * for.
 */
const readSearch = searchOf({ order: text, payment: oneOf('givenUp'), controller: number })
const steps = new Set(['subscription', 'address', 'payment', 'confirmation', 'completion'])

export const Route = createFileRoute('/subscriptionShop/$step')({
  validateSearch: readSearch,
  beforeLoad: ({ params }) => {
    if (!steps.has(params.step)) throw notFound()
  },
  component: lazyScreen(() => import('./-pieces/shop.ts'), 'SubscriptionShopPage', 'shop'),
  staticData: { title: 'shop-wizard.title.digital' },
})
