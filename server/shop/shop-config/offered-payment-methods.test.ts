import { expect, test } from 'vitest'
import type { PaymentMethod } from '#domain/shop/cart.ts'
import { sampleShop } from '../../../tests/support/samples/shop-samples.ts'
import type { Deps } from '../../deps.ts'
import { offeredPaymentMethods } from './offered-payment-methods.ts'

const all: PaymentMethod[] = ['card', 'twint', 'prepayment']

test.each<[string, number, string, PaymentMethod[], PaymentMethod[], PaymentMethod[]]>([
  ['all that both know', 1, 'stripe', ['card', 'twint'], all, all],
  ['each once', 1, 'stripe', ['card'], ['card', 'prepayment', 'card'], ['card', 'prepayment']],
  ['what the provider takes', 1, 'stripe', ['card'], all, ['card', 'prepayment']],
  ['what the shop wants', 1, 'stripe', ['card', 'twint'], ['twint'], ['twint']],
  ['bills alone without a provider', 1, 'none', [], all, ['prepayment']],
  // the shipped configuration names an example as the payee
  ['no bill before the shop was set up', 0, 'stripe', ['card', 'twint'], all, ['card', 'twint']],
  ['nothing before that without a provider', 0, 'none', [], all, []],
  ['a bill all the same where payments are only played', 0, 'test', ['card', 'twint'], all, all],
])('can be paid in: %s', (_, version, provider, methods, paymentMethods, offered) => {
  const deps = { payment: { provider, methods } } as unknown as Pick<Deps, 'payment'>
  const config = sampleShop({ paymentMethods: [...new Set(paymentMethods)] })
  expect(offeredPaymentMethods(deps, { version, config: { ...config, paymentMethods } })).toEqual(offered)
})
