import { createHash } from 'node:crypto'
import type { PushSubscription } from '#domain/alerts/notification.ts'
import type { Role } from '#domain/people/account.ts'
import { createApi, createApp } from '../../../server/app.ts'
import type { Deps } from '../../../server/deps.ts'
import { createWeighingLoop } from '../../../server/hives/calibrations/weighing-loop.ts'
import { createReadingRemoval } from '../../../server/hives/controllers/remove-readings.ts'
import { createImportLoop } from '../../../server/hives/imports/import-loop.ts'
import { createIntervalPushes } from '../../../server/hives/lora-devices/push-interval.ts'
import { createIngestLoop } from '../../../server/hives/readings/ingest-loop.ts'
import { createKeyBudgets } from '../../../server/hives/readings/key-budgets/key-budgets.ts'
import { createFieldFaultCounting, createFieldFaults } from '../../../server/hives/readings/refusals/field-faults.ts'
import { createRefusals } from '../../../server/hives/readings/refusals/refusals.ts'
import { createRefusedTimes } from '../../../server/hives/readings/refusals/refused-times.ts'
import { jobKindsOf } from '../../../server/job-kinds.ts'
import { createSetAsideReports } from '../../../server/operations/set-aside/report-set-aside.ts'
import { createDiskWatch } from '../../../server/operations/upkeep/troubles/disk-watch.ts'
import { createTroubles } from '../../../server/operations/upkeep/troubles/troubles.ts'
import { createFtp } from '../../../server/platform/adapters/ftp.ts'
import type { Mail } from '../../../server/platform/adapters/mailer.ts'
import { createPaymentService } from '../../../server/platform/adapters/payment.ts'
import { createSafeFetch } from '../../../server/platform/adapters/safe-fetch.ts'
import type { SmsOutcome } from '../../../server/platform/adapters/sms.ts'
import { createWeatherService } from '../../../server/platform/adapters/weather-service.ts'
import type { PushOutcome } from '../../../server/platform/adapters/web-push.ts'
import { readConfig } from '../../../server/platform/config/config.ts'
import { createJobRunner } from '../../../server/platform/jobs/job-runner.ts'
import { createWays } from '../../../server/platform/loops/breaker.ts'
import { createLoops } from '../../../server/platform/loops/each-by-itself.ts'
import { createMailLoop } from '../../../server/platform/mails/mail-loop.ts'
import { fixedClock } from '../../../server/platform/runtime/clock.ts'
import { createEvents } from '../../../server/platform/runtime/events.ts'
import { countingIds } from '../../../server/platform/runtime/ids.ts'
import { silentLogger } from '../../../server/platform/runtime/logger.ts'
import { createPasswords } from '../../../server/platform/runtime/passwords.ts'
import { createSecretBox } from '../../../server/platform/runtime/secret-box.ts'
import { createOrderLoops } from '../../../server/shop/orders/loops/order-loops.ts'
import { createOrderMailLoop } from '../../../server/shop/orders/loops/order-mail-loop.ts'
import { createAnswerCheck } from './check-answers.ts'
import { openTestDatabase } from './test-database.ts'
import { watchWakes } from './watch-wakes.ts'

export const TEST_START = '2026-05-10T10:00:00Z'
export const PASSWORD = 'bees and honey'

/** What the app sends for a password that was typed. */
export const sent = (typed: string): string => createHash('sha256').update(typed).digest('hex')

// biome-ignore lint/suspicious/noExplicitAny: tests read answers whose shape they are checking
export type Answer = { status: number; body: any; headers: Headers }

/** A user of the API: a browser with its session, or nobody yet. */
export type Client = {
  accountId: number
  cookie: string | undefined
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  delete(path: string, headers?: Record<string, string>): Promise<Answer>
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>

/**
 * The API over an in-memory database, with a stopped clock, sequential ids, and mail, push and SMS that are only recorded. `environment` sets configuration as
 * environment variables would; provisioning is open unless it says otherwise.
 */
export async function createTestApp(environment: Record<string, string> = {}) {
  const database = await openTestDatabase()
  const clock = fixedClock(TEST_START)
  const events = createEvents()
  const logger = silentLogger()
  const mails: Mail[] = []
  const pushes: { subscription: PushSubscription; payload: string; topic: string }[] = []
  const pushService: { outcome: PushOutcome } = { outcome: { outcome: 'delivered' } }
  const texts: { to: string; text: string }[] = []
  const smsGateway: { outcome: SmsOutcome } = { outcome: { outcome: 'delivered' } }
  const wakes = { count: 0 }
  const wakeDeliveries = () => {
    wakes.count++
  }
  const config = readConfig({
    OPEN_PROVISIONING: 'true',
    OPEN_PROVISIONING_PER_DAY: '100000',
    ALLOW_PRIVATE_ENDPOINTS: 'true',
    WEATHER_URL: 'off',
    ...environment,
  })
  const ids = countingIds()
  const troubles = createTroubles({ database, clock, logger })
  const setAside = createSetAsideReports({ database, troubles, logger, clock })
  const fieldFaults = createFieldFaults()
  const mailWakes = watchWakes()
  const safeFetch = createSafeFetch({ allowPrivate: config.allowPrivateEndpoints, allowPlain: true })
  const diskSpace = { freeBytes: 500e9, totalBytes: 1000e9 }
  const deps: Deps = {
    config,
    database,
    clock,
    ids,
    logger,
    events,
    mailer: { available: true, send: async (mail) => void mails.push(mail) },
    passwords: createPasswords({ memoryKibibytes: 8, passes: 1 }),
    push: {
      publicKey: 'test-public-key',
      send: async (subscription, payload, { topic }) => {
        pushes.push({ subscription, payload, topic })
        return pushService.outcome
      },
    },
    sms: {
      available: true,
      send: async (sms) => {
        texts.push(sms)
        return smsGateway.outcome
      },
    },
    secrets: createSecretBox(new Uint8Array(32).fill(7)),
    safeFetch,
    ftp: createFtp({ allowPrivate: config.allowPrivateEndpoints }),
    weather: createWeatherService(config.weather, { clock, timeoutMs: 1000 }),
    payment: await createPaymentService(config.payment, { clock, ids }),
    breakers: createWays({ clock }),
    ingest: createIngestLoop({
      ...{ database, clock, events, logger, wakeDeliveries },
      onSetAside: () => void setAside.report(),
    }),
    keyBudgets: createKeyBudgets(config.ingest, () => clock.now()),
    refusals: createRefusals(() => clock.now()),
    listening: {
      since: () => Date.parse(TEST_START),
      listenedMs: (since) => Math.max(0, clock.now() - Math.max(since, Date.parse(TEST_START))),
    },
    refusedTimes: createRefusedTimes(),
    fieldFaults,
    intervalPushes: createIntervalPushes({ database, clock, safeFetch, fieldFaults, logger }),
    troubles,
    setAside,
    disk: createDiskWatch({ config, troubles, logger }, async () => diskSpace),
    loops: createLoops({ troubles, clock, logger }),
    jobs: { kinds: { ...jobKindsOf(config) }, wake: () => jobs.wake(), abort: (id) => jobs.abort(id) },
    wakeDeliveries,
    wakeRules: () => undefined,
    wakeReadingRemoval: () => removal.wake(),
    wakeImports: () => imports.wake(),
    wakeWeighings: () => weighings.wake(),
    wakeOrders: () => undefined,
    wakeMails: mailWakes.wake,
    wakeForwardings: () => undefined,
  }
  const imports = createImportLoop(deps)
  const weighings = createWeighingLoop(deps)
  const removal = createReadingRemoval(deps)
  const jobs = createJobRunner(deps)
  const app = createApp(deps)
  const checkAnswer = createAnswerCheck(() => createApi(deps))
  const answer = app.request
  app.request = async (...asked: Parameters<typeof answer>) => {
    const response = await answer(...asked)
    const [url, init] = asked
    const { pathname } = new URL(String(url), 'http://localhost')
    await checkAnswer({ method: init?.method ?? 'GET', path: pathname, response })
    return response
  }
  const mailLoop = createMailLoop(deps)
  const orders = createOrderLoops(deps)
  const orderMails = createOrderMailLoop(deps)

  async function request(
    method: string,
    path: string,
    options: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const { body, headers = {} } = options
    const response = await app.request(`/api${path}`, {
      method,
      headers: {
        'accept-language': 'en',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' || body instanceof ArrayBuffer ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
  }

  const client = (accountId: number, cookie: string | undefined): Client => {
    const withCookie = (headers: Record<string, string> = {}) => ({ ...(cookie ? { cookie } : {}), ...headers })
    return {
      accountId,
      cookie,
      get: (path, headers) => request('GET', path, { headers: withCookie(headers) }),
      post: (path, body, headers) => request('POST', path, { body, headers: withCookie(headers) }),
      delete: (path, headers) => request('DELETE', path, { headers: withCookie(headers) }),
    }
  }

  /** Registers an account and returns its signed-in client. */
  async function signIn(
    email: string,
    rights: { admin?: boolean; role?: Role; affiliationId?: number } = {},
  ): Promise<Client> {
    const registration = { email, password: sent(PASSWORD), acceptTerms: true }
    const { status, body, headers } = await request('POST', '/registration/user', { body: registration })
    if (status !== 201) throw new Error(`registering ${email} was answered with ${status}: ${JSON.stringify(body)}`)
    await database.db
      .updateTable('account')
      .set({ admin: rights.admin ? 1 : 0, role: rights.role ?? 3, affiliation_id: rights.affiliationId ?? null })
      .where('id', '=', body.userId)
      .execute()
    return client(body.userId, cookieOf(headers))
  }

  let transmitters = 0
  /** Claims a new transmitter for the client, with numbers not used before. */
  async function claim(owner: Client, name = 'Waldrand') {
    const number = String(++transmitters).padStart(15, '0')
    const claimed = await owner.post('/registration/controller', {
      imei: number,
      imsi: number,
      name,
      location: { latitude: 46.95, longitude: 7.45 },
      updateInterval: 1,
    })
    if (claimed.status !== 201) throw new Error(`claiming was answered with ${claimed.status}`)
    return { id: claimed.body.id as number, imei: number, imsi: number, deviceKey: claimed.body.deviceKey as string }
  }

  /** Puts a scale on a channel of a transmitter. */
  async function addScale(owner: Client, controllerId: number, channelId = 1, fields: Record<string, unknown> = {}) {
    const body = { controllerId, channelId, name: `Scale ${channelId}`, type: 'weight', ...fields }
    const { status, body: scale } = await owner.post('/scale', body)
    if (status !== 201) throw new Error(`adding a scale was answered with ${status}: ${JSON.stringify(scale)}`)
    return scale.id as number
  }

  return {
    app,
    deps,
    db: database.db,
    clock,
    mails,
    pushes,
    pushService,
    texts,
    smsGateway,
    wakes,
    diskSpace,
    imports,
    weighings,
    removal,
    jobs,
    nobody: client(0, undefined),
    request,
    /** Counts the impossible values that transmitters sent. */
    countFaults: createFieldFaultCounting(deps, fieldFaults),
    /** Creates the mails for orders, sends all due mails into `mails`, and records their outcomes. */
    async sendMails() {
      orderMails.wake()
      await orderMails.idle()
      await mailWakes.expectAwake(database.db)
      for (const loop of [mailLoop, orderMails]) {
        loop.wake()
        await loop.idle()
      }
    },
    /** Fulfills what is due, and asks the payment provider. */
    async settleOrders() {
      orders.wake()
      await orders.idle()
    },
    signIn,
    claim,
    addScale,
    async close() {
      await orders.stop()
      await orderMails.stop()
      await mailLoop.stop()
      await imports.stop()
      await weighings.stop()
      await removal.stop()
      await jobs.stop()
      await deps.ingest.stop()
      await deps.troubles.stop()
      deps.safeFetch.close()
      await database.close()
    },
  }
}

/** The cookies a browser would send back after an answer set them. */
export const cookieOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
