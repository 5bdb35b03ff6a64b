import type { PaymentSettings } from '../config/payment-settings.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Ids } from '../runtime/ids.ts'

/** Payment methods that need a provider; bills are our own. */
export type OnlineMethod = 'card' | 'twint'

export type CheckoutRequest = {
  /** Identifies the order to the provider, and to us in the provider's notices. */
  orderKey: string
  /** What the customer reads next to the amount. */
  label: string
  /** In the smallest unit of the currency. */
  amount: number
  currency: string
  email: string
  locale: string
  method: OnlineMethod
  /** Where the customer continues: after paying, and after giving up. */
  paidUrl: string
  givenUpUrl: string
  /** Our own origin, for a provider whose page we serve. */
  site: string
  /** The same key again gives the same checkout. */
  idempotencyKey: string
}

/** A page where one amount can be paid; `expiresAt` in epoch ms. */
export type Checkout = { id: string; url: string; expiresAt: number }

/** A provider's notice about a checkout. `paymentId` is its own id of the payment, the same in every notice. */
export type PaymentNotice = {
  orderKey: string
  checkoutId: string
  outcome: 'received' | 'pending' | 'failed' | 'expired'
  paymentId: string
  amount: number
  currency: string
  method: string
}

/** Takes payments. Rejects with `PaymentUnavailable` if the provider's answer is of no use. */
export type PaymentService = {
  provider: PaymentSettings['provider']
  /** The available methods; none without a provider. */
  methods: readonly OnlineMethod[]
  openCheckout(request: CheckoutRequest): Promise<Checkout>
  /** What the provider knows about a checkout. Undefined if nothing has happened yet. */
  askCheckout(id: string): Promise<PaymentNotice | undefined>
  /** Closes a checkout so that nobody can pay there any more, if the provider allows it. */
  closeCheckout(id: string): Promise<void>
  /**
   * What a webhook call of the provider says, after checking its signature. Undefined if it is not about one of our checkouts. Throws
   * `PaymentCallForged`, and `PaymentUnavailable` if it cannot be read.
   */
  readCall(body: string, signature: string): PaymentNotice | undefined
}

/** The provider could not be reached, or refused; the message is for the log. */
export class PaymentUnavailable extends Error {
  override name = 'PaymentUnavailable'
}

/** A call that the provider did not sign, or signed too long ago. */
export class PaymentCallForged extends Error {
  override name = 'PaymentCallForged'
}

/** The provider named in the settings. The code of each is loaded only if needed. */
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
