import type { PaymentSettings } from '../config/payment-settings.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Ids } from '../runtime/ids.ts'

/** Payment in ways that need a provider; bills are our own. */
export type OnlineMethod = 'card' | 'twint'

export type CheckoutRequest = {
  /** Names the order to the provider, and to us in what it tells. */
  orderKey: string
  /** What the customer reads beside the amount. */
  label: string
  /** In the smallest unit of the currency. */
  amount: number
  currency: string
  email: string
  locale: string
  method: OnlineMethod
  /** Where the customer goes on, after paying and after giving up. */
  paidUrl: string
  givenUpUrl: string
  /** Our own origin, for a provider whose page is here. */
  site: string
  /** The same key again gives the same checkout. */
  idempotencyKey: string
}

/** A page where one amount can be paid; `expiresAt` in epoch ms. */
export type Checkout = { id: string; url: string; expiresAt: number }

/** What a provider says of a checkout. `paymentId` is its own number of the payment, the same however often it tells. */
export type PaymentNotice = {
  orderKey: string
  checkoutId: string
  outcome: 'received' | 'pending' | 'failed' | 'expired'
  paymentId: string
  amount: number
  currency: string
  method: string
}

/** Takes payments. Rejects with `PaymentUnavailable` where the provider gives nothing of use. */
export type PaymentService = {
  provider: PaymentSettings['provider']
  /** In which ways; none where there is no provider. */
  methods: readonly OnlineMethod[]
  openCheckout(request: CheckoutRequest): Promise<Checkout>
  /** What the provider knows of a checkout; undefined where nothing has happened yet. */
  askCheckout(id: string): Promise<PaymentNotice | undefined>
  /** Nobody can pay there any more, as far as the provider lets it be closed. */
  closeCheckout(id: string): Promise<void>
  /**
   * What a call of the provider tells, its signature checked; undefined where it is about nothing of ours. Throws
   * `PaymentCallForged`, and `PaymentUnavailable` where it cannot be read.
   */
  readCall(body: string, signature: string): PaymentNotice | undefined
}

/** The provider could not be reached or refused; the message is for the log. */
export class PaymentUnavailable extends Error {
  override name = 'PaymentUnavailable'
}

/** A call that the provider did not sign, or signed long ago. */
export class PaymentCallForged extends Error {
  override name = 'PaymentCallForged'
}

/** The one that the settings name. What each needs is loaded where it is used. */
export async function createPaymentService(
  settings: PaymentSettings,
  deps: { clock: Clock; ids: Ids },
): Promise<PaymentService> {
  switch (settings.provider) {
    case 'none':
      return noPayment
    case 'test':
      return (await import('./payment-test.ts')).createTestPayment(deps)
    case 'stripe':
      return (await import('./payment-stripe.ts')).createStripePayment(settings, deps)
  }
}

const nowhere = async (): Promise<never> => {
  throw new PaymentUnavailable('no provider is set up')
}

const noPayment: PaymentService = {
  provider: 'none',
  methods: [],
  openCheckout: nowhere,
  askCheckout: nowhere,
  closeCheckout: nowhere,
  readCall: () => {
    throw new PaymentCallForged('no provider is set up')
  },
}
