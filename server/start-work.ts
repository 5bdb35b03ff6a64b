import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Troubles } from '#domain/platform/trouble.ts'
import { createDeliveryLoop } from './alerts/notifications/sending/delivery-loop.ts'
import { createRuleWatch } from './alerts/rules/watch-rules.ts'
import { builtApp, createApp } from './app.ts'
import type { Deps } from './deps.ts'
import { createForwardingLoop } from './exchange/forwarding/forwarding-loop.ts'
import { createIngestListener, createTransmitterAnswer, isIngest } from './exchange/ingest/ingest-listener.ts'
import { meantUrl } from './exchange/ingest/meant-url.ts'
import { type MqttStation, openMqttStation } from './exchange/mqtt/mqtt-station.ts'
import { createWeighingLoop } from './hives/calibrations/weighing-loop.ts'
import { createReadingRemoval } from './hives/controllers/remove-readings.ts'
import { createImportLoop } from './hives/imports/import-loop.ts'
import { takeBackImports } from './hives/imports/take-back-imports.ts'
import { createIntervalPushes } from './hives/lora-devices/push-interval.ts'
import { createIngestLoop } from './hives/readings/ingest-loop.ts'
import { createKeyBudgets } from './hives/readings/key-budgets/key-budgets.ts'
import { createListening, readSpans } from './hives/readings/listening/listening.ts'
import { createFieldFaultCounting, createFieldFaults } from './hives/readings/refusals/field-faults.ts'
import { createRefusals } from './hives/readings/refusals/refusals.ts'
import { createRefusedTimes, createRefusedTimesWatch } from './hives/readings/refusals/refused-times.ts'
import { passFormerRevisions } from './hives/timeline/pass-former-revisions.ts'
import { createAverageLoop } from './insight/averages/average-loop.ts'
import { followPlaces } from './insight/weather/follow-places.ts'
import { jobKindsOf } from './job-kinds.ts'
import { createIngestCounting } from './operations/fleet/count-ingest.ts'
import { createSetAsideReports } from './operations/set-aside/report-set-aside.ts'
import { createDiskWatch } from './operations/upkeep/troubles/disk-watch.ts'
import { createTroubles } from './operations/upkeep/troubles/troubles.ts'
import { watchClock } from './operations/upkeep/troubles/watch-clock.ts'
import { checkSetup } from './operations/upkeep/troubles/watch-setup.ts'
import { createFirstAdministrator } from './people/accounts/users/create-first-administrator.ts'
import { tellNewKey } from './people/accounts/users/tell-new-key.ts'
import { createFtp } from './platform/adapters/ftp.ts'
import { createMailer } from './platform/adapters/mailer.ts'
import { createPaymentService } from './platform/adapters/payment.ts'
import { createSafeFetch } from './platform/adapters/safe-fetch.ts'
import { createSmsGateway } from './platform/adapters/sms.ts'
import { createWeatherService } from './platform/adapters/weather-service.ts'
import { createPushService } from './platform/adapters/web-push.ts'
import type { Config } from './platform/config/config.ts'
import type { AnswerPlain } from './platform/http/connections/plain-connections.ts'
import { KEPT_ASSETS, keepAssets } from './platform/http/serving/kept-assets.ts'
import { createJobRunner } from './platform/jobs/job-runner.ts'
import { planJobs } from './platform/jobs/plan-jobs.ts'
import { takeBackJobs } from './platform/jobs/take-back-jobs.ts'
import { createWays } from './platform/loops/breaker.ts'
import { createLoops } from './platform/loops/each-by-itself.ts'
import { createScheduler } from './platform/loops/scheduler.ts'
import { createMailLoop } from './platform/mails/mail-loop.ts'
import { createEvents } from './platform/runtime/events.ts'
import { randomIds } from './platform/runtime/ids.ts'
import type { Logger } from './platform/runtime/logger.ts'
import { createPasswords } from './platform/runtime/passwords.ts'
import { createSecretBox, keepSecretKey } from './platform/runtime/secret-box.ts'
import { createSteadyClock } from './platform/runtime/steady-clock.ts'
import { scheduleWork } from './schedule-work.ts'
import { createOrderLoops } from './shop/orders/loops/order-loops.ts'

/** Everything a server does besides listening. */
export type Work = {
  deps: Deps
  answer(incoming: IncomingMessage, outgoing: ServerResponse): void
  answerPlain: AnswerPlain
  /** Starts whatever has to wait until requests are answered. */
  begin(): Promise<void>
  /** Stops starting new work on its own. */
  rest(): void
  /** To be called once no more requests arrive: finishes pending requests and work, and closes everything. */
  stop(): Promise<void>
}

/**
 * Takes in again whatever a crash left in the inbox, and starts all background work. `open` opens the database and reports whether another process
 * is blocking it. `isKeeper`, with several nodes: whether this one may still send.
 */
export async function startWork(
  config: Config,
  logger: Logger,
  open: (onLock: (isHeld: boolean) => void) => Promise<Deps['database']>,
  isKeeper?: () => boolean,
): Promise<Work> {
  const clock = createSteadyClock()
  const events = createEvents()
  const database = await open((isHeld) =>
    isHeld ? troubles.raise({ kind: 'database_slow' }) : troubles.clear('database_slow'),
  )
  const troubles: Troubles = createTroubles({ database, clock, logger })
  const disk = createDiskWatch({ config, troubles, logger })
  const loops = createLoops({ troubles, clock, logger })
  await watchClock(clock, { database, troubles, logger }, () => listening.beginAnew())
  const listening = createListening({ database, clock, logger, config, troubles }, await readSpans({ database }))
  const refusedTimes = createRefusedTimes()
  const fieldFaults = createFieldFaults()
  const passwords = createPasswords()
  const secrets = createSecretBox(await keepSecretKey(config.filesDir, () => tellNewKey({ config, database, logger })))
  await createFirstAdministrator({ database, clock, config, passwords })

  const mailer = createMailer(config)
  const push = await createPushService({ ...config, clock })
  const allowPrivate = config.allowPrivateEndpoints
  const safeFetch = createSafeFetch({ allowPrivate, allowPlain: true })
  const ftp = createFtp({ allowPrivate })
  const sms = createSmsGateway(config.sms, { clock })
  const ids = randomIds
  const breakers = createWays({ clock })
  const wakeMails = () => mails.wake()
  const sending = {
    ...{ database, clock, ids, logger, mailer, push, sms, secrets, safeFetch, config, breakers },
    ...{ isKeeper, wakeMails },
  }
  const deliveries = createDeliveryLoop(sending)
  const wakeDeliveries = () => deliveries.wake()
  const mails = createMailLoop(sending, () => orders.wake())
  const setAside = createSetAsideReports({ database, troubles, logger, clock })
  const onSetAside = () => void setAside.report()
  const ingest = createIngestLoop({ database, clock, events, logger, wakeDeliveries, onSetAside })
  const skippedRevisions = await passFormerRevisions({ database, clock })
  await ingest.recover()

  const intervalPushes = createIntervalPushes({ database, clock, safeFetch, fieldFaults, logger })
  const removal = createReadingRemoval({ database, logger })
  const wakeImports = (): void => imports.wake()
  const deps: Deps = {
    config,
    database,
    clock,
    ids,
    logger,
    events,
    mailer,
    passwords,
    push,
    sms,
    secrets,
    safeFetch,
    ftp,
    weather: createWeatherService(config.weather, { clock }),
    payment: await createPaymentService(config.payment, { clock, ids }),
    breakers,
    ingest,
    listening,
    refusedTimes,
    fieldFaults,
    intervalPushes,
    keyBudgets: createKeyBudgets(config.ingest),
    refusals: createRefusals(() => clock.now()),
    troubles,
    setAside,
    disk,
    loops,
    isKeeper,
    skippedRevisions,
    jobs: { kinds: jobKindsOf(config), wake: () => jobs.wake(), abort: (id) => jobs.abort(id) },
    wakeDeliveries,
    wakeRules: (accountId) => rules.wake(accountId),
    wakeReadingRemoval: removal.wake,
    wakeImports,
    wakeWeighings: () => weighings.wake(),
    wakeOrders: () => orders.wake(),
    wakeMails,
    wakeForwardings: () => forwardings.wake(),
  }
  const forwardings = createForwardingLoop(deps)
  const orders = createOrderLoops(deps)
  const imports = createImportLoop(deps)
  const weighings = createWeighingLoop(deps)
  const jobs = createJobRunner(deps)
  const averages = createAverageLoop(deps)
  const rules = createRuleWatch(deps)
  const counting = Object.entries({
    'count what comes in': createIngestCounting(deps),
    'count refused times': createRefusedTimesWatch(deps, refusedTimes),
    'count what cannot be': createFieldFaultCounting(deps, fieldFaults),
  })
  const scheduler = createScheduler({ logger, loops, clock })
  for (const [name, count] of counting) scheduler.every('* * * * *', name, count)
  scheduleWork(scheduler, deps, { rules, averages, removal })
  await takeBackJobs(deps)
  await takeBackImports(deps)
  deliveries.wake()
  imports.wake()
  weighings.wake()
  removal.wake()
  // planning is repeated every minute
  await planJobs(deps).catch((error: unknown) => logger.error({ err: error }, 'jobs could not be planned'))
  jobs.wake()
  mails.wake()
  orders.wake()
  forwardings.wake()
  void averages.update()
  void rules.sweep()
  const places = followPlaces(deps)

  const keepFiles = () =>
    keepAssets(path.join(builtApp, 'assets'), path.join(config.filesDir, KEPT_ASSETS), clock.now(), disk.requireRoom)
  scheduler.every('41 3 * * *', 'files of former builds', keepFiles)
  void keepFiles().catch((error: unknown) => logger.error({ err: error }, 'files of the build could not be kept'))

  const app = createApp(deps)
  const answer = getRequestListener(app.fetch, { hostname: config.host })
  const answerTransmitter = createIngestListener(deps)
  let mqtt: MqttStation | undefined

  return {
    deps,
    answer(incoming, outgoing) {
      incoming.url = meantUrl(incoming.url ?? '/')
      void (isIngest(incoming) ? answerTransmitter(incoming, outgoing) : answer(incoming, outgoing))
    },
    answerPlain: createTransmitterAnswer(deps),
    async begin() {
      await checkSetup(deps)
      if (config.payment.provider === 'test' && config.payment.isPublic) {
        logger.warn('PAYMENT_PROVIDER=test: anyone who can reach this server can order without paying')
      }
      if (config.openProvisioning) {
        logger.warn(
          { perAccountAndDay: config.openProvisioningPerDay },
          'OPEN_PROVISIONING: whoever first signs in with the numbers of an unknown transmitter owns it; ' +
            'an administrator can give it back to its owner',
        )
      }
      if (config.mqtt) mqtt = await openMqttStation(deps, config.mqtt)
      void setAside.retryAll().then(() => {
        ingest.wake()
        return setAside.report()
      })
    },
    rest: () => scheduler.stop(),
    async stop() {
      await mqtt?.stop()
      // readings first: the other loops report what they bring
      await intervalPushes.settled()
      await ingest.stop()
      for (const [name, count] of isKeeper?.() === false ? [] : counting) {
        await count().catch((error: unknown) =>
          logger.warn({ err: error, name }, 'the counts of the last minute could not be stored'),
        )
      }
      await places.stop()
      await imports.stop()
      await weighings.stop()
      await removal.stop()
      await jobs.stop()
      await Promise.all([deliveries, orders, mails, forwardings].map((loop) => loop.stop()))
      await averages.stop()
      await rules.stop()
      await listening.stop()
      clock.stop()
      await troubles.stop()
      safeFetch.close()
      await database.close()
    },
  }
}
