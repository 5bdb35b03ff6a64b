import Stripe from 'stripe'
import * as v from 'valibot'
import type { Clock } from '../runtime/clock.ts'
import {
  type CheckoutRequest,
  PaymentCallForged,
  type PaymentNotice,
  type PaymentService,
  PaymentUnavailable,
} from './payment.ts'

const TIMEOUT_MS = 15_000
/** Maximum age of a webhook call. */
const TOLERANCE_SECONDS = 300
/** Marks our checkouts, in case one Stripe account serves several shops. */
const SHOP = 'hivewatch'

const Text = v.pipe(v.string(), v.maxLength(255), v.regex(/^\P{Cc}*$/u))
/** The fields of a session that are used here. */
const Session = v.object({
  id: Text,
  metadata: v.object({ shop: v.literal(SHOP), order: Text, method: v.nullish(Text) }),
  status: v.nullish(v.string()),
  payment_status: v.nullish(v.string()),
  payment_intent: v.nullish(v.union([Text, v.object({ id: Text })])),
  payment_method_types: v.nullish(v.array(Text), []),
  amount_total: v.nullish(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  currency: v.nullish(Text),
})
type Session = v.InferOutput<typeof Session>

type StripeSettings = { secretKey: string; webhookSecret: string; url: string | undefined }

/** Stripe Checkout: the customer pays on Stripe's page, and no card number ever reaches this server. */
export function createStripePayment(
  { secretKey, webhookSecret, url }: StripeSettings,
  { clock }: { clock: Clock },
): PaymentService {
  const stripe = new Stripe(secretKey, {
    ...(url ? hostOf(url) : {}),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  })
  return {
    provider: 'stripe',
    methods: ['card', 'twint'],
    async openCheckout(request) {
      const session = await asked(
        stripe.checkout.sessions.create(sessionOf(request), { idempotencyKey: request.idempotencyKey }),
      )
      if (!session.url) throw new PaymentUnavailable('the checkout has no page')
      return { id: session.id, url: session.url, expiresAt: session.expires_at * 1000 }
    },
    async askCheckout(id) {
      return noticeOf(await asked(stripe.checkout.sessions.retrieve(id, {}, { maxNetworkRetries: 0 })))
    },
    async closeCheckout(id) {
      await asked(stripe.checkout.sessions.expire(id)).catch((error: unknown) => {
        const isOver = (error as { cause?: unknown }).cause instanceof Stripe.errors.StripeInvalidRequestError
        if (!isOver) throw error
      })
    },
    readCall(body, signature) {
      const event = verified(() =>
        stripe.webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE_SECONDS, undefined, clock.now()),
      )
      const object: unknown = event?.data?.object
      switch (event?.type) {
        case 'checkout.session.completed':
        case 'checkout.session.async_payment_succeeded':
        case 'checkout.session.expired':
          return noticeOf(object)
        case 'checkout.session.async_payment_failed':
          return noticeOf(object, 'failed')
        default:
          return undefined
      }
    },
  }
}

function sessionOf(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const metadata = { shop: SHOP, order: request.orderKey, method: request.method }
  return {
    mode: 'payment',
    allowed_payment_method_types: [request.method],
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: request.currency,
          unit_amount: request.amount,
          product_data: { name: request.label },
        },
      },
    ],
    adaptive_pricing: { enabled: false },
    client_reference_id: request.orderKey,
    customer_email: request.email,
    locale: request.locale,
    metadata,
    payment_intent_data: { metadata, description: request.label },
    success_url: request.paidUrl,
    cancel_url: request.givenUpUrl,
  }
}

/** What a session says. Undefined if it is still open or belongs to another shop. Throws PaymentUnavailable if one of ours cannot be read. */
function noticeOf(told: unknown, known?: 'failed'): PaymentNotice | undefined {
  if ((told as Partial<Stripe.Checkout.Session> | undefined)?.metadata?.shop !== SHOP) return undefined
  const read = v.safeParse(Session, told)
  if (!read.success)
    throw new PaymentUnavailable(`a checkout with a missing or invalid ${v.getDotPath(read.issues[0])}`)
  const session = read.output
  const { metadata, payment_intent: payment } = session
  const outcome = known ?? outcomeOf(session)
  if (!outcome) return undefined
  return {
    orderKey: metadata.order,
    checkoutId: session.id,
    outcome,
    paymentId: (typeof payment === 'string' ? payment : payment?.id) ?? session.id,
    amount: session.amount_total ?? 0,
    currency: session.currency ?? '',
    method: metadata.method ?? session.payment_method_types[0] ?? '',
  }
}

function outcomeOf({ status, payment_status }: Session): PaymentNotice['outcome'] | undefined {
  if (status === 'expired') return 'expired'
  if (status !== 'complete') return undefined
  return payment_status === 'unpaid' ? 'pending' : 'received'
}

async function asked<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    const { type, statusCode, code } = error as Stripe.errors.StripeError
    throw new PaymentUnavailable(`${type ?? 'error'} ${statusCode ?? ''} ${code ?? ''}`.trim(), { cause: error })
  }
}

function verified(read: () => Stripe.Event): Stripe.Event {
  try {
    return read()
  } catch (error) {
    throw new PaymentCallForged('the signature does not match', { cause: error })
  }
}

function hostOf(text: string): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  const { protocol, hostname, port } = new URL(text)
  const isPlain = protocol === 'http:'
  return { protocol: isPlain ? 'http' : 'https', host: hostname, port: port || (isPlain ? 80 : 443) }
}
