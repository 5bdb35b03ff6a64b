import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Troubles } from '#domain/trouble.ts'
import { createFirstAdministrator } from './accounts/create-first-administrator.ts'
import { createTransmitterWatch } from './alarms/watch-transmitters.ts'
import { createApp } from './app.ts'
import { createAverageLoop } from './averages/average-loop.ts'
import { createWeighingLoop } from './calibrations/weighing-loop.ts'
import type { Config } from './config.ts'
import { createReadingRemoval } from './controllers/remove-readings.ts'
import { openDatabase } from './db/open-database.ts'
import { sweepExports } from './exports/sweep-exports.ts'
import { createRolloutWatch } from './firmware/watch-rollouts.ts'
import { createIngestCounting } from './fleet/count-ingest.ts'
import { createForwardingLoop } from './forwarding/forwarding-loop.ts'
import type { Deps } from './http/deps.ts'
import { guardConnections } from './http/guard-connections.ts'
import { createImportLoop } from './imports/import-loop.ts'
import { sweepImports } from './imports/sweep-imports.ts'
import { jobKinds } from './job-kinds.ts'
import { createJobRunner } from './jobs/job-runner.ts'
import { planJobs } from './jobs/plan-jobs.ts'
import { createExampleForgetting } from './json-mappings/forget-examples.ts'
import { createIntervalPushes } from './lora-devices/push-interval.ts'
import { createMailLoop } from './mails/mail-loop.ts'
import { openMqttStation } from './mqtt/mqtt-station.ts'
import { createDeliveryLoop } from './notifications/delivery-loop.ts'
import { createDiskWatch } from './operations/disk-watch.ts'
import { openData } from './operations/open-data.ts'
import { tellOfBreakers } from './operations/tell-of-breakers.ts'
import { tellTroubles } from './operations/tell-troubles.ts'
import { createTroubles } from './operations/troubles.ts'
import { watchClock } from './operations/watch-clock.ts'
import { checkSetup } from './operations/watch-setup.ts'
import { createOrderLoops } from './orders/order-loops.ts'
import { createWays } from './platform/breaker.ts'
import { createLoops } from './platform/each-by-itself.ts'
import { createEvents } from './platform/events.ts'
import { createFtp } from './platform/ftp.ts'
import { randomIds } from './platform/ids.ts'
import type { Logger } from './platform/logger.ts'
import { createMailer } from './platform/mailer.ts'
import { createPasswords } from './platform/passwords.ts'
import { createPaymentService } from './platform/payment.ts'
import { createSafeFetch } from './platform/safe-fetch.ts'
import { createScheduler } from './platform/scheduler.ts'
import { createSecretBox, keepSecretKey } from './platform/secret-box.ts'
import { createSmsGateway } from './platform/sms.ts'
import { createSteadyClock } from './platform/steady-clock.ts'
import { createWeatherService } from './platform/weather-service.ts'
import { createPushService } from './platform/web-push.ts'
import { createFieldFaultCounting, createFieldFaults } from './readings/field-faults.ts'
import { createIngestListener, isIngest } from './readings/ingest-listener.ts'
import { createIngestLoop } from './readings/ingest-loop.ts'
import { createKeyBudgets } from './readings/key-budgets.ts'
import { createListening, readSpans } from './readings/listening.ts'
import { createRefusals } from './readings/refusals.ts'
import { createRefusedTimes, createRefusedTimesWatch } from './readings/refused-times.ts'
import { createSetAsideReports } from './set-aside/report-set-aside.ts'
import { createUnknownForgetting } from './unknown-fields/note-unknown.ts'
import { followPlaces } from './weather/follow-places.ts'

const CLOSE_CONNECTIONS_AFTER_MS = 2000

export type RunningServer = { url: string; deps: Deps; stop(): Promise<void> }

/**
 * Opens the store, takes in again what a crash left in the inbox, and serves. `stop` answers what is under way, folds and
 * closes everything.
 */
export async function startServer(config: Config, logger: Logger): Promise<RunningServer> {
  const told = (text: string) => logger.warn(text)
  const lock = await openData(config, told)
  const clock = createSteadyClock()
  const events = createEvents()
  const database = await openDatabase(config.databaseFile, {
    readers: config.readers,
    told,
    onLost: (error) => {
      logger.fatal({ err: error }, 'a database thread is lost')
      process.exit(1)
    },
    onLock: (isHeld) => void (isHeld ? troubles.raise({ kind: 'database_slow' }) : troubles.clear('database_slow')),
  })
  const troubles: Troubles = createTroubles({ database, clock, logger })
  const disk = createDiskWatch({ config, troubles, logger })
  const loops = createLoops({ troubles, clock, logger })
  await watchClock(clock, { database, troubles, logger }, () => listening.beginAnew())
  const listening = createListening({ database, clock, logger }, await readSpans({ database }))
  const refusedTimes = createRefusedTimes()
  const fieldFaults = createFieldFaults()
  const passwords = createPasswords()
  await createFirstAdministrator({ database, clock, config, passwords })

  const mailer = createMailer(config)
  const push = await createPushService({ ...config, clock })
  const secrets = createSecretBox(await keepSecretKey(config.dataDir))
  const allowPrivate = config.allowPrivateEndpoints
  const safeFetch = createSafeFetch({ allowPrivate, allowPlain: true })
  const ftp = createFtp({ allowPrivate })
  const sms = createSmsGateway(config.sms)
  const ids = randomIds
  const breakers = createWays({ clock })
  const sending = { database, clock, ids, logger, mailer, push, sms, secrets, safeFetch, config, breakers }
  const deliveries = createDeliveryLoop(sending)
  const wakeDeliveries = () => deliveries.wake()
  const mails = createMailLoop(sending)
  const wakeMails = () => mails.wake()
  const setAside = createSetAsideReports({ database, troubles, logger, clock })
  const onSetAside = () => void setAside.report()
  const ingest = createIngestLoop({ database, clock, events, logger, wakeDeliveries, onSetAside })
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
    weather: createWeatherService(config.weather),
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
    jobs: { kinds: jobKinds, wake: () => jobs.wake(), abort: (id) => jobs.abort(id) },
    wakeDeliveries,
    wakeReadingRemoval: removal.wake,
    wakeImports,
    wakeWeighings: () => weighings.wake(),
    wakeOrders: () => orders.wake(),
    wakeMails,
    wakeForwardings: () => forwardings.wake(),
  }
  tellOfBreakers(deps)
  const forwardings = createForwardingLoop(deps)
  const orders = createOrderLoops(deps)
  const imports = createImportLoop(deps)
  const weighings = createWeighingLoop(deps)
  const jobs = createJobRunner(deps)
  const averages = createAverageLoop(deps)
  const scheduler = createScheduler({ logger, loops, clock })
  scheduler.every('*/5 * * * *', 'watch transmitters', createTransmitterWatch(deps))
  scheduler.every('2-59/5 * * * *', 'firmware roll-outs', createRolloutWatch(deps))
  scheduler.every('*/10 * * * *', 'regional averages', averages.update)
  scheduler.every('37 2 * * *', 'all regional averages', averages.refresh)
  scheduler.every('* * * * *', 'count what comes in', createIngestCounting(deps))
  scheduler.every('* * * * *', 'tell troubles', () => tellTroubles(deps))
  scheduler.every('* * * * *', 'count refused times', createRefusedTimesWatch(deps, refusedTimes))
  scheduler.every('* * * * *', 'count what cannot be', createFieldFaultCounting(deps, fieldFaults))
  scheduler.every('* * * * *', 'look at the disk', disk.look)
  scheduler.every('* * * * *', 'what is set aside', setAside.report)
  scheduler.every('* * * * *', 'plan jobs', () => planJobs(deps))
  scheduler.every('17 * * * *', 'forget examples of JSON', createExampleForgetting(deps))
  scheduler.every('13 * * * *', 'forget unknown values', createUnknownForgetting(deps))
  scheduler.every('51 * * * *', 'remove old exports', async () => {
    if (clock.isTrusted()) await sweepExports(deps)
  })
  scheduler.every('41 * * * *', 'give up old uploads', async () => {
    if (clock.isTrusted()) await sweepImports(deps)
  })
  scheduler.every('27 * * * *', 'delete what was given up', removal.run)
  deliveries.wake()
  imports.wake()
  weighings.wake()
  removal.wake()
  await planJobs(deps)
  jobs.wake()
  mails.wake()
  orders.wake()
  forwardings.wake()
  void averages.update()
  const places = followPlaces(deps)

  const app = createApp(deps)
  const answer = getRequestListener(app.fetch, { hostname: config.host })
  const answerTransmitter = createIngestListener(deps)
  const server = createServer((incoming, outgoing) =>
    isIngest(incoming) ? answerTransmitter(incoming, outgoing) : answer(incoming, outgoing),
  )
  guardConnections(server, config)
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, () => resolve((server.address() as AddressInfo).port))
  })
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
  await checkSetup(deps)
  if (config.payment.provider === 'test' && config.payment.isPublic) {
    logger.warn('PAYMENT_PROVIDER=test: everybody who reaches this server can have orders without paying')
  }
  if (config.openProvisioning) {
    logger.warn(
      { perAccountAndDay: config.openProvisioningPerDay },
      'OPEN_PROVISIONING: whoever signs in first with the numbers of a transmitter that is not known here owns it; ' +
        'an administrator can give it back to its owner',
    )
  }
  const mqtt = config.mqtt && (await openMqttStation(deps, config.mqtt))
  logger.info({ url }, 'HiveWatch is listening')
  void setAside.retryAll().then(() => {
    ingest.wake()
    return setAside.report()
  })

  return {
    url,
    deps,
    async stop() {
      scheduler.stop()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      const impatient = setTimeout(() => server.closeAllConnections(), CLOSE_CONNECTIONS_AFTER_MS)
      await closed
      clearTimeout(impatient)
      await mqtt?.stop()
      // readings first: what they bring is told by the others
      await intervalPushes.settled()
      await ingest.stop()
      await places.stop()
      await imports.stop()
      await weighings.stop()
      await removal.stop()
      await jobs.stop()
      await Promise.all([deliveries, orders, mails, forwardings].map((loop) => loop.stop()))
      await averages.stop()
      await listening.stop()
      clock.stop()
      await troubles.stop()
      safeFetch.close()
      await database.close()
      lock.release()
    },
  }
}
