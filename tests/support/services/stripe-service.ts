import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const STRIPE_KEY = 'sk_test_stand_in'
export const STRIPE_WEBHOOK_SECRET = 'whsec_stand_in'

type Session = {
  id: string
  object: 'checkout.session'
  mode: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  amount_total: number
  currency: string
  client_reference_id: string | null
  customer_email: string | null
  locale: string | null
  metadata: Record<string, string>
  payment_intent: string | null
  payment_method_types: string[]
  success_url: string
  cancel_url: string
  url: string | null
  created: number
  expires_at: number
}
type EventType = 'completed' | 'expired' | 'async_payment_succeeded' | 'async_payment_failed'

/** The parameters a session may be created with; Stripe refuses all others, too. */
const PARAMETERS = new Set([
  'adaptive_pricing[enabled]',
  'allowed_payment_method_types[0]',
  'cancel_url',
  'client_reference_id',
  'customer_email',
  'line_items[0][price_data][currency]',
  'line_items[0][price_data][product_data][name]',
  'line_items[0][price_data][unit_amount]',
  'line_items[0][quantity]',
  'locale',
  'mode',
  'payment_intent_data[description]',
  'success_url',
])

/** How a call to the shop deviates from a correct one. */
export type StripeCall = { times?: number; secret?: string; ageSeconds?: number; changes?: Partial<Session> }

export type StripeService = Awaited<ReturnType<typeof startStripeService>>

/** The part of Stripe that the shop uses, on loopback: checkout sessions, a payment page, and signed calls to `webhookUrl`. `now` in epoch ms. */
export async function startStripeService(now: () => number = Date.now) {
  const sessions = new Map<string, Session>()
  const byIdempotencyKey = new Map<string, { body: string; id: string }>()
  const state = { webhookUrl: '', down: false, silent: false }
  const requests: { method: string; path: string }[] = []
  let url = ''

  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', url)
    const body = await textOf(request)
    requests.push({ method: request.method ?? '', path: pathname })
    const json = (status: number, value: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const [, area, ...path] = pathname.split('/')
    if (area === 'pay') return payPage(path[0] ?? '', request.method === 'POST' ? body : undefined, response)
    if (state.down) return json(503, { error: { type: 'api_error', message: 'down' } })
    if (request.headers.authorization !== `Bearer ${STRIPE_KEY}`) {
      return json(401, { error: { type: 'invalid_request_error', message: 'no such key' } })
    }
    if (pathname === '/v1/checkout/sessions' && request.method === 'POST') {
      const key = String(request.headers['idempotency-key'] ?? '')
      const known = byIdempotencyKey.get(key)
      if (known && known.body !== body)
        return json(400, { error: { type: 'idempotency_error', message: 'other body' } })
      const unknown = [...new URLSearchParams(body).keys()].find(
        (name) => !PARAMETERS.has(name) && !/metadata\]?\[\w+\]$/.test(name),
      )
      if (unknown)
        return json(400, { error: { type: 'invalid_request_error', code: 'parameter_unknown', param: unknown } })
      const session = known ? sessions.get(known.id)! : openSession(new URLSearchParams(body))
      if (key) byIdempotencyKey.set(key, { body, id: session.id })
      return json(200, session)
    }
    const session = sessions.get(path[2] ?? '')
    if (!session) return json(404, { error: { type: 'invalid_request_error', code: 'resource_missing' } })
    if (path[3] !== 'expire') return json(200, session)
    if (session.status !== 'open') return json(400, { error: { type: 'invalid_request_error', message: 'not open' } })
    Object.assign(session, { status: 'expired', url: null })
    json(200, session)
  }

  function openSession(form: URLSearchParams): Session {
    const id = `cs_test_${randomBytes(16).toString('hex')}`
    const item = 'line_items[0]'
    const session: Session = {
      id,
      object: 'checkout.session',
      mode: form.get('mode') ?? '',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: Number(form.get(`${item}[price_data][unit_amount]`)) * Number(form.get(`${item}[quantity]`)),
      currency: form.get(`${item}[price_data][currency]`) ?? '',
      client_reference_id: form.get('client_reference_id'),
      customer_email: form.get('customer_email'),
      locale: form.get('locale'),
      metadata: Object.fromEntries(
        [...form].flatMap(([name, value]) => {
          const inner = /^metadata\[(\w+)\]$/.exec(name)?.[1]
          return inner ? [[inner, value]] : []
        }),
      ),
      payment_intent: null,
      payment_method_types: form.getAll('allowed_payment_method_types[0]'),
      success_url: form.get('success_url') ?? '',
      cancel_url: form.get('cancel_url') ?? '',
      url: `${url}/pay/${id}`,
      created: Math.floor(now() / 1000),
      expires_at: Math.floor(now() / 1000) + 24 * 3600,
    }
    sessions.set(id, session)
    return session
  }

  /** What a customer sees and does; the shop is notified before the browser returns. */
  async function payPage(id: string, form: string | undefined, response: ServerResponse): Promise<void> {
    const session = sessions.get(id)
    if (!session) return void response.writeHead(404).end()
    const to = (location: string) => void response.writeHead(303, { location }).end()
    if (form === undefined) {
      const amount = `${session.currency.toUpperCase()} ${(session.amount_total / 100).toFixed(2)}`
      const method = session.payment_method_types[0] === 'twint' ? 'TWINT' : 'card'
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end(
        `<!doctype html><html lang="en"><title>Checkout</title><h1>${amount}</h1><form method="post">` +
          `<button name="way" value="pay">Pay with ${method}</button><button name="way" value="back">Back</button></form>`,
      )
      return
    }
    if (new URLSearchParams(form).get('way') !== 'pay') return to(session.cancel_url)
    await pay(id)
    to(session.success_url)
  }

  /** Completes a session as a paying customer does, and notifies the shop unless it is `silent`. */
  async function pay(id: string, call: StripeCall = {}): Promise<number[]> {
    const session = sessions.get(id)!
    session.payment_intent ??= `pi_test_${randomBytes(12).toString('hex')}`
    Object.assign(session, { status: 'complete', payment_status: 'paid', url: null })
    return state.silent ? [] : tell(id, 'completed', call)
  }

  /** Calls the shop about a session; returns the statuses of its answers. */
  async function tell(id: string, type: EventType, call: StripeCall = {}): Promise<number[]> {
    const { times = 1, secret = STRIPE_WEBHOOK_SECRET, ageSeconds = 0, changes = {} } = call
    const event = {
      id: `evt_test_${randomBytes(8).toString('hex')}`,
      object: 'event',
      type: `checkout.session.${type}`,
      created: Math.floor(now() / 1000),
      data: { object: { ...sessions.get(id)!, ...changes } },
    }
    const body = JSON.stringify(event)
    const send = async () => {
      const time = Math.floor(now() / 1000) - ageSeconds
      const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
      const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` }
      const answered = await fetch(state.webhookUrl, { method: 'POST', headers, body })
      await answered.text()
      return answered.status
    }
    return Promise.all(Array.from({ length: times }, send))
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    /** The value for `PAYMENT_STRIPE_URL`. */
    url,
    /** The environment variables the shop needs to talk to it. */
    environment: {
      PAYMENT_PROVIDER: 'stripe',
      PAYMENT_STRIPE_SECRET_KEY: STRIPE_KEY,
      PAYMENT_STRIPE_WEBHOOK_SECRET: STRIPE_WEBHOOK_SECRET,
      PAYMENT_STRIPE_URL: url,
    },
    sessions,
    requests,
    state,
    pay,
    tell,
    /** The newest session. */
    last: (): Session => [...sessions.values()].at(-1)!,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
