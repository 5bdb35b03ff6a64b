import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { oneOf, searchOf, text } from '../api/read-fields.ts'
import { lazyScreen } from './-lazy-screen.ts'

/** `order`: the key of the order that the completion is about; `payment`: how its customer came back from paying. */
const readSearch = searchOf({ order: text, payment: oneOf('givenUp') })
const steps = new Set(['hardware', 'scales', 'subscriptions', 'address', 'payment', 'confirmation', 'completion'])

export const Route = createFileRoute('/shop/$step')({
  validateSearch: readSearch,
  beforeLoad: ({ params: { step } }) => {
    if (step === 'subscription' || step === 'abo') throw redirect({ to: '/subscriptionShop', replace: true })
    if (!steps.has(step)) throw notFound()
  },
  component: lazyScreen(() => import('./-pieces/shop.ts'), 'ShopPage', 'shop'),
  staticData: { title: 'shop-wizard.title' },
})
