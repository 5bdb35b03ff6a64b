import * as v from 'valibot'

/** Where cards and TWINT are accepted; `none`: nowhere, only bills are sent. */
export type PaymentSettings =
  | { provider: 'none' }
  | {
      provider: 'test'
      /** The page that pays without money is open to anybody: the operator must be warned. */
      isPublic: boolean
    }
  | { provider: 'stripe'; secretKey: string; webhookSecret: string; url: string | undefined }

const names = ['stripe', 'test', 'none'] as const satisfies readonly PaymentSettings['provider'][]

/** Their environment variables. */
export const paymentVariables = {
  PAYMENT_PROVIDER: v.optional(v.picklist(names, names.join(', '))),
  PAYMENT_STRIPE_SECRET_KEY: v.optional(v.string()),
  PAYMENT_STRIPE_WEBHOOK_SECRET: v.optional(v.string()),
  PAYMENT_STRIPE_URL: v.optional(v.pipe(v.string(), v.url('a URL'))),
}

type Environment = { HOST: string; PUBLIC_URL?: string | undefined } & v.InferOutput<
  v.ObjectSchema<typeof paymentVariables, undefined>
>

/**
 * The payment provider: the configured one, otherwise Stripe if its key is set, otherwise the test page, on this machine only. Throws an
 * Error whose message names the setting and what it should be, without repeating secrets.
 */
export function readPaymentSettings(environment: Environment): PaymentSettings {
  const { PAYMENT_STRIPE_SECRET_KEY: secretKey, PAYMENT_STRIPE_WEBHOOK_SECRET: webhookSecret } = environment
  const isPublic = !isLoopback(environment)
  const provider = environment.PAYMENT_PROVIDER ?? (secretKey ? 'stripe' : isPublic ? 'none' : 'test')
  if (provider === 'none') return { provider }
  if (provider === 'test') return { provider, isPublic }
  if (!secretKey || !/^[sr]k_/.test(secretKey)) {
    throw new Error('PAYMENT_STRIPE_SECRET_KEY should be: the secret key of your Stripe account, sk_… or rk_…')
  }
  if (!webhookSecret?.startsWith('whsec_')) {
    throw new Error('PAYMENT_STRIPE_WEBHOOK_SECRET should be: the signing secret of the webhook in Stripe, whsec_…')
  }
  return { provider, secretKey, webhookSecret, url: environment.PAYMENT_STRIPE_URL }
}

function isLoopback({ HOST, PUBLIC_URL }: Environment): boolean {
  const host = PUBLIC_URL ? new URL(PUBLIC_URL).hostname : HOST
  return host === 'localhost' || host === '[::1]' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}
